// One photograph with shapes over it. Zoom: buttons, + and -, Ctrl or Cmd with the wheel, double click. Pan: drag.
// With `data.handles` its points can be placed: by dragging one, by a click for the chosen one, or by arrow keys.
const SVG = "http://www.w3.org/2000/svg"
const MAX_ZOOM = 12
const CLICK_PX = 4
const KEYS_REST_MS = 400
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
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
  return [node("text", { x: start[0], y: start[1], class: "label", style: `text-anchor:${shape.anchor}` }, shape.text)]
}

// The points of `data.handles`: drawn, dragged, placed by a click, moved by keys; `commit` reports each change.
function placing({ data, view, svg, pointOf, show, commit }) {
  if (view.revision !== data.revision) {
    view.revision = data.revision
    view.points = new Map(data.handles.map(handle => [handle.name, handle.point]))
    view.chosen = data.handles.find(handle => !handle.point)?.name ?? data.handles[0].name
  }
  const layer = node("g", {})
  const row = document.createElement("div")
  row.className = "places"
  row.setAttribute("role", "group")
  row.setAttribute("aria-label", "Points; the arrow keys move the chosen one, with Shift ten times as far")
  const buttons = new Map()

  function tell() {
    clearTimeout(view.timer)
    commit({ revision: view.revision, points: Object.fromEntries(view.points) })
  }

  function choose(name) {
    view.chosen = name
    draw()
  }

  function draw() {
    const parts = []
    for (const outline of data.outlines) {
      outline.names.forEach((name, place) => {
        const [start, end] = [view.points.get(name), view.points.get(outline.names[(place + 1) % outline.names.length])]
        if (!start || !end) return
        const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1], "vector-effect": "non-scaling-stroke" }
        parts.push(node("line", { ...ends, class: "line-edge" }), node("line", { ...ends, class: "line", stroke: outline.colour }))
      })
    }
    for (const handle of data.handles) {
      const point = view.points.get(handle.name)
      const button = buttons.get(handle.name)
      button.setAttribute("aria-pressed", String(view.chosen === handle.name))
      button.classList.toggle("unplaced", !point)
      const where = point ? `at ${Math.round(point[0])}, ${Math.round(point[1])}` : "not placed yet, click into the picture"
      button.setAttribute("aria-label", `${handle.label}, ${where}`)
      if (!point) continue
      const group = node("g", { class: "handle", "data-name": handle.name })
      const ring = { cx: point[0], cy: point[1], "vector-effect": "non-scaling-stroke" }
      group.append(
        node("circle", { ...ring, "data-r": 18, class: "grip ring" }),
        node("circle", { ...ring, "data-r": 9, class: "ring", stroke: "#fff", style: "stroke-width:6px" }),
        node("circle", { ...ring, "data-r": 9, class: view.chosen === handle.name ? "ring chosen" : "ring", stroke: handle.colour }),
        node("text", { x: point[0], y: point[1], "data-dy": -22, class: "label" }, handle.name)
      )
      parts.push(group)
    }
    layer.replaceChildren(...parts)
    show()
  }

  function put(name, point) {
    view.points.set(name, [Math.round(point[0] * 10) / 10, Math.round(point[1] * 10) / 10])
    draw()
  }

  for (const handle of data.handles) {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = handle.name
    button.title = handle.label
    button.style.borderBottomColor = handle.colour
    button.onclick = () => choose(handle.name)
    button.onkeydown = event => {
      const step = STEPS[event.key]
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      view.chosen = handle.name
      const size = (event.shiftKey ? 10 : 1) * Math.max(1, data.width_px / 1024)
      const [x, y] = view.points.get(handle.name) ?? [data.width_px / 2, data.height_px / 2]
      put(handle.name, [x + size * step[0], y + size * step[1]])
      clearTimeout(view.timer)
      view.timer = setTimeout(tell, KEYS_REST_MS)
    }
    buttons.set(handle.name, button)
    row.append(button)
  }
  return {
    layer, row, draw,
    at: event => event.target.closest?.(".handle")?.dataset.name,
    drag: (name, event) => {
      choose(name)
      svg.setPointerCapture(event.pointerId)
      svg.onpointermove = move => {
        const { x, y } = pointOf(move)
        put(name, [x, y])
      }
      svg.onpointerup = svg.onpointercancel = () => {
        svg.onpointermove = svg.onpointerup = svg.onpointercancel = null
        tell()
      }
    },
    click: event => {
      const { x, y } = pointOf(event)
      put(view.chosen, [x, y])
      const next = data.handles.find(handle => !view.points.get(handle.name))
      if (next) choose(next.name)
      tell()
    }
  }
}

export default function ({ data, parentElement, setStateValue }) {
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
    for (const text of svg.querySelectorAll("[data-dy]")) text.setAttribute("dy", text.dataset.dy * unitsPerPixel)
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
  const points = data.handles && placing({
    data, view, svg, pointOf, show, commit: value => setStateValue("points", value)
  })
  if (points) svg.append(points.layer)
  else svg.ondblclick = event => zoomBy(2, pointOf(event))
  svg.onkeydown = event => {
    const factor = { "+": 1.4, "=": 1.4, "-": 1 / 1.4, 0: 1 / MAX_ZOOM }[event.key]
    if (factor && !event.ctrlKey && !event.metaKey) zoomBy(factor)
  }
  svg.onpointerdown = event => {
    const name = points?.at(event)
    if (name) {
      points.drag(name, event)
      return
    }
    if (view.zoom === 1 && !points) return
    svg.setPointerCapture(event.pointerId)
    const release = () => { svg.onpointermove = svg.onpointerup = svg.onpointercancel = null }
    svg.onpointercancel = release
    svg.onpointerup = end => {
      release()
      const moved = Math.hypot(end.clientX - event.clientX, end.clientY - event.clientY)
      if (points && moved < CLICK_PX) points.click(end)
    }
    let last = pointOf(event)
    svg.onpointermove = move => {
      if (view.zoom === 1) return
      const here = pointOf(move)
      view.x += last.x - here.x
      view.y += last.y - here.y
      show()
      last = pointOf(move)
    }
  }
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
  const focused = root.getRootNode().activeElement
  const hadFocus = root.contains(focused)
  const wasPlacing = hadFocus && focused.closest(".places")
  root.replaceChildren(svg, tools, ...(points ? [points.row] : []))
  if (points) points.draw()
  if (hadFocus) (wasPlacing && points ? points.row.querySelector("[aria-pressed=true]") : svg).focus({ preventScroll: true })
  show()
  view.observer?.disconnect()
  view.observer = new ResizeObserver(show)
  view.observer.observe(svg)
  return () => view.observer.disconnect()
}
