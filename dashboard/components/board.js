// The board from above with points that can be dragged, or moved with the arrow keys; reports final positions only.

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".board")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const focused = root.getRootNode().activeElement?.dataset?.name
  const svg = node("svg", { role: "group", "aria-label": data.alt, viewBox: `0 0 ${data.size_px} ${data.size_px}` })
  svg.append(node("image", { href: data.url, x: 0, y: 0, width: data.size_px, height: data.size_px }))
  const places = Object.fromEntries(data.handles.map(handle => [handle.name, { ...handle }]))
  const sides = [["A", "B"], ["B", "C"], ["C", "A"]].map(ends => {
    const edge = node("line", { class: "side-edge" }), line = node("line", { class: "side" })
    svg.append(edge, line)
    return { ends, lines: [edge, line] }
  })

  function draw() {
    for (const { ends: [start, end], lines } of sides) {
      for (const line of lines) {
        const [from, to] = [places[start], places[end]]
        for (const [name, value] of [["x1", from.x], ["y1", from.y], ["x2", to.x], ["y2", to.y]]) line.setAttribute(name, value)
      }
    }
    for (const place of Object.values(places)) place.group.setAttribute("transform", `translate(${place.x} ${place.y})`)
  }

  function clamped(place, x, y) {
    place.x = Math.min(data.high_px, Math.max(data.low_px, x))
    place.y = Math.min(data.high_px, Math.max(data.low_px, y))
    draw()
  }

  function send(place) {
    const to_cm = value => Math.round(((value + 0.5) / data.px_per_cm - data.margin_cm) * 10) / 10
    setTriggerValue("moved", { name: place.name, x_cm: to_cm(place.x), y_cm: to_cm(place.y) })
  }

  for (const place of Object.values(places)) {
    place.group = node("g", { class: "handle", tabindex: 0, role: "button", "data-name": place.name,
      "aria-label": `${place.label}: drag it, or move it with the arrow keys` })
    place.group.append(node("circle", { r: 34, class: "reach" }), node("circle", { r: 15, fill: "none", stroke: "#fff", "stroke-width": 8 }),
      node("circle", { r: 15, fill: "none", stroke: place.colour, "stroke-width": 4 }), node("text", { y: -30, class: "name" }, place.name))
    place.group.onpointerdown = event => {
      event.preventDefault()
      place.group.focus()
      place.group.setPointerCapture(event.pointerId)
      place.group.onpointermove = move => {
        const at = new DOMPoint(move.clientX, move.clientY).matrixTransform(svg.getScreenCTM().inverse())
        clamped(place, at.x, at.y)
      }
    }
    place.group.onpointerup = () => { place.group.onpointermove = null; send(place) }
    place.group.onpointercancel = () => { place.group.onpointermove = null }
    place.group.onkeydown = event => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      clamped(place, place.x + step[0] * data.px_per_cm, place.y + step[1] * data.px_per_cm)
      send(place)
    }
    svg.append(place.group)
  }
  draw()
  root.replaceChildren(svg)
  if (focused) places[focused]?.group.focus({ preventScroll: true })
}
