// One photograph with shapes over it. Zoom: buttons, + and -, Ctrl or Cmd with the wheel, double click. Pan: drag.
const SVG = "http://www.w3.org/2000/svg"
const MAX_ZOOM = 12
const views = new WeakMap()

function node(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) made.textContent = text
  return made
}

function drawn(shape) {
  const [start, end] = shape.points
  if (["line", "dashed", "thin"].includes(shape.form)) {
    const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1], "vector-effect": "non-scaling-stroke" }
    const line = node("line", { ...ends, class: shape.form, stroke: shape.colour, "data-layer": shape.layer })
    return shape.form !== "line" ? [line] : [node("line", { ...ends, class: "line-edge" }), line]
  }
  if (shape.form === "cross") {
    const place = { x: start[0], y: start[1], class: "label cross", "data-layer": shape.layer }
    return [node("text", place, "+")]
  }
  if (shape.form === "ring") {
    const ring = { cx: start[0], cy: start[1], "data-r": 10, class: "ring", "vector-effect": "non-scaling-stroke" }
    return [node("circle", { ...ring, stroke: "#fff", style: "stroke-width:6px" }), node("circle", { ...ring, stroke: shape.colour })]
  }
  return [node("text", { x: start[0], y: start[1], class: "label" }, shape.text)]
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".photograph")
  const known = views.get(root)
  const isSame = known && known.url === data.url && known.alt === data.alt
  const view = isSame ? known : { url: data.url, alt: data.alt, zoom: 1, x: data.width_px / 2, y: data.height_px / 2 }
  views.set(root, view)

  const svg = node("svg", { role: "img", tabindex: 0, "aria-label": data.alt })
  if (data.url) {
    const box = { x: 0, y: 0, width: data.width_px, height: data.height_px }
    svg.append(node("image", { href: data.url, preserveAspectRatio: "none", ...box }))
  } else {
    const middle = { x: data.width_px / 2, y: data.height_px - 60, class: "label absent" }
    svg.append(node("text", middle, data.absent))
  }
  for (const shape of data.shapes) if (data.layers.includes(shape.layer)) svg.append(...drawn(shape))

  function show() {
    view.zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom))
    const [width, height] = [data.width_px / view.zoom, data.height_px / view.zoom]
    view.x = Math.min(data.width_px - width / 2, Math.max(width / 2, view.x))
    view.y = Math.min(data.height_px - height / 2, Math.max(height / 2, view.y))
    svg.setAttribute("viewBox", `${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`)
    root.classList.toggle("zoomed", view.zoom > 1)
    const unitsPerPixel = Math.max(width / (svg.clientWidth || width), height / (svg.clientHeight || height))
    for (const text of svg.querySelectorAll(".label")) {
      text.setAttribute("font-size", 17 * unitsPerPixel)
      text.setAttribute("stroke-width", 4 * unitsPerPixel)
    }
    for (const ring of svg.querySelectorAll(".ring")) ring.setAttribute("r", ring.dataset.r * unitsPerPixel)
  }

  function zoomBy(factor, at) {
    const before = view.zoom
    view.zoom = Math.min(MAX_ZOOM, Math.max(1, before * factor))
    if (at) {
      view.x = at.x + (view.x - at.x) * (before / view.zoom)
      view.y = at.y + (view.y - at.y) * (before / view.zoom)
    }
    show()
  }

  function pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse())
  }

  svg.onwheel = event => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomBy(event.deltaY < 0 ? 1.25 : 0.8, pointOf(event))
  }
  svg.ondblclick = event => zoomBy(2, pointOf(event))
  svg.onkeydown = event => {
    const factor = { "+": 1.4, "=": 1.4, "-": 1 / 1.4, 0: 1 / MAX_ZOOM }[event.key]
    if (factor && !event.ctrlKey && !event.metaKey) zoomBy(factor)
  }
  svg.onpointerdown = event => {
    if (view.zoom === 1) return
    svg.setPointerCapture(event.pointerId)
    let last = pointOf(event)
    svg.onpointermove = move => {
      const here = pointOf(move)
      view.x += last.x - here.x
      view.y += last.y - here.y
      show()
      last = pointOf(move)
    }
  }
  svg.onpointerup = svg.onpointercancel = () => { svg.onpointermove = null }

  const tools = document.createElement("div")
  tools.className = "tools"
  for (const [sign, label, factor] of [["+", "Zoom in", 1.5], ["−", "Zoom out", 1 / 1.5], ["⤢", "Show all", 1 / MAX_ZOOM]]) {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = sign
    button.title = label
    button.setAttribute("aria-label", label)
    button.onclick = () => zoomBy(factor)
    tools.append(button)
  }
  const hadFocus = root.contains(root.getRootNode().activeElement)
  root.replaceChildren(svg, tools)
  if (hadFocus) svg.focus({ preventScroll: true })
  show()
  view.observer?.disconnect()
  view.observer = new ResizeObserver(show)
  view.observer.observe(svg)
  return () => view.observer.disconnect()
}
