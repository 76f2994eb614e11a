// One photograph with shapes over it. Zoom: buttons, + and -, Ctrl or Cmd with the wheel, double click. Pan: drag.
// With `data.handles` its points can be placed: by dragging one, by a click for the chosen one, or by arrow keys.
const MAX_ZOOM = 12
const CLICK_PX = 4
const KEYS_REST_MS = 400
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const LINES = ["line", "dashed", "dotted", "thin"]
const EDGED = ["line", "dotted"]
const TRIANGLES = ["line", "dashed", "dotted"]
const RING_PX = 10
const MARK_PX = 9
const POINT_PX = 2
const MARK_AWAY_PX = 24
const RING_REACH_PX = 13
const LINE_REACH_PX = 6
const NARROW_PX = 480
const views = new WeakMap()

// How much larger than usual the page's text is, as on a slide: labels and marks grow with it. All lengths in pixels
// below refer to a page of the usual size.
const USUAL_TEXT_PX = 16
const large = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX

function drawn(shape) {
  const [start, end] = shape.points
  if (LINES.includes(shape.form)) {
    const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1], "vector-effect": "non-scaling-stroke" }
    const line = node("line", { ...ends, class: shape.form, stroke: shape.colour, "data-layer": shape.layer })
    return EDGED.includes(shape.form) ? [node("line", { ...ends, class: `${shape.form}-edge` }), line] : [line]
  }
  if (shape.form === "cross") {
    const place = { d: "M-6 0H6M0-6V6", "data-x": start[0], "data-y": start[1] }
    return [node("path", { ...place, class: "cross cross-edge" }), node("path", { ...place, class: "cross", stroke: shape.colour })]
  }
  if (shape.form === "mark") {
    const group = node("g", { class: "mark", "data-x": start[0], "data-y": start[1], "data-layer": shape.layer })
    const path = { d: shape.path, fill: shape.colour, "vector-effect": "non-scaling-stroke" }
    group.append(node("line", { class: "leader-edge" }), node("line", { class: "leader" }), node("path", { ...path, class: "mark-sign" }),
      node("circle", { r: POINT_PX, class: "mark-point" }))
    return [group]
  }
  const ring = { cx: start[0], cy: start[1], "data-r": RING_PX, class: "ring", "vector-effect": "non-scaling-stroke" }
  return [node("circle", { ...ring, stroke: "#fff", style: "stroke-width:.375rem" }), node("circle", { ...ring, stroke: shape.colour })]
}

// Draws each mark at its point, or beside it with a line to it if another mark is there already.
function placeMarks(svg, unitsPerPixel) {
  const taken = []
  for (const mark of svg.querySelectorAll(".mark")) {
    const [x, y] = [mark.dataset.x, mark.dataset.y].map(value => value / unitsPerPixel)
    const tries = [[0, 0], ...Array.from({ length: 16 }, (_, number) => {
      const [angle, away] = [(number % 8) * Math.PI / 4 - Math.PI / 4, MARK_AWAY_PX * (1 + Math.floor(number / 8))]
      return [away * Math.cos(angle), away * Math.sin(angle)]
    })]
    const isFree = ([dx, dy]) => taken.every(([tx, ty]) => Math.hypot(x + dx - tx, y + dy - ty) >= 2 * MARK_PX)
    const [dx, dy] = tries.find(isFree) ?? tries[0]
    taken.push([x + dx, y + dy])
    mark.setAttribute("transform", `translate(${mark.dataset.x} ${mark.dataset.y}) scale(${unitsPerPixel})`)
    mark.querySelector(".mark-sign").setAttribute("transform", `translate(${dx} ${dy}) scale(${MARK_PX})`)
    for (const line of mark.querySelectorAll("line")) {
      for (const [name, value] of [["x1", 0], ["y1", 0], ["x2", dx], ["y2", dy]]) line.setAttribute(name, value)
    }
  }
}

// The texts of the shapes: `placeLabels` positions each, at the largest size at which all fit.
function labelling(shapes) {
  const layer = node("g", {}), leaders = node("g", {})
  const texts = shapes.filter(shape => shape.form === "text")
  const labels = texts.map(shape => ({ shape, text: node("text", { class: "label placed", "data-layer": shape.layer }, shape.text) }))
  layer.append(leaders, ...labels.map(label => label.text))
  let placedFor = ""

  function place(frame, unitsPerPixel, widthPx) {
    const now = JSON.stringify([frame, unitsPerPixel])
    if (now === placedFor || !labels.length || !widthPx) return
    placedFor = now
    const px = ([x, y]) => [x / unitsPerPixel, y / unitsPerPixel], units = ([x, y]) => [x * unitsPerPixel, y * unitsPerPixel]
    const [left, top] = px([frame.x, frame.y]), [right, bottom] = px([frame.x + frame.width, frame.y + frame.height])
    const ringed = shapes.filter(shape => ["ring", "cross", "mark"].includes(shape.form)).map(shape => px(shape.points[0]))
    const marks = ringed.map(point => boxAround(point, 2 * RING_REACH_PX, 2 * RING_REACH_PX))
    const lines = shapes.filter(shape => TRIANGLES.includes(shape.form)).map(shape => shape.points.map(px))
    const sizes = widthPx < NARROW_PX ? [14, 12, 11] : [17, 15, 13]
    // All are written before the first is measured: measuring after each write would lay the image out again each time.
    for (const label of labels) {
      for (const [name, value] of [["x", 0], ["y", 0], ["font-size", sizes[0] * unitsPerPixel]]) label.text.setAttribute(name, value)
      label.text.style.display = ""
    }
    for (const label of labels) label.box = label.text.getBBox()
    for (const size of sizes) {
      const share = size / sizes[0]
      const wanted = labels.map(({ shape, box }) => ({
        width: share * box.width / unitsPerPixel, height: share * box.height / unitsPerPixel, towards: shape.towards,
        ends: shape.points.map(px), reach: shape.points.length > 1 ? LINE_REACH_PX : RING_REACH_PX
      }))
      const places = placeLabels(wanted, marks, lines, { left, top, right, bottom })
      if (places.includes(null) && size !== sizes.at(-1)) continue
      leaders.replaceChildren()
      labels.forEach(({ text, box }, number) => {
        const place = places[number]
        text.style.display = place ? "" : "none"
        if (!place) return
        const [x, y] = units(place.at)
        text.setAttribute("x", x - share * (box.x + box.width / 2))
        text.setAttribute("y", y - share * (box.y + box.height / 2))
        text.setAttribute("font-size", size * unitsPerPixel)
        text.setAttribute("stroke-width", 4 * unitsPerPixel)
        if (!place.leader) return
        const [start, end] = place.leader.map(units)
        const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1], "vector-effect": "non-scaling-stroke" }
        leaders.append(node("line", { ...ends, class: "leader-edge" }), node("line", { ...ends, class: "leader" }))
      })
      return
    }
  }
  return { layer, place, forget: () => { placedFor = "" } }
}

function sampleOf(entry) {
  const sample = node("svg", { viewBox: "0 0 40 12", "aria-hidden": "true" })
  sample.append(...drawn({ ...entry, layer: "legend", points: [[4, 6], [36, 6]] }))
  if (entry.shape) {
    const mark = shapeNode(entry.shape, entry.colour, 14, false)
    for (const [name, value] of [["x", 13], ["y", -1]]) mark.setAttribute(name, value)
    sample.append(mark)
  }
  return sample
}

// The title in the corner; the description of the image has it for screen readers.
function titleOf(text) {
  if (!text) return []
  const title = document.createElement("span")
  title.className = "title"
  title.setAttribute("aria-hidden", "true")
  title.textContent = text
  return [title]
}

// The area below the image, where it covers nothing: a note on a missing file, the legend, the buttons.
function belowPicture(data, tools) {
  const row = document.createElement("div")
  row.className = "below"
  if (!data.url) {
    const absent = document.createElement("span")
    absent.className = "absent"
    absent.textContent = data.absent
    row.append(absent)
  }
  for (const entry of data.legend ?? []) {
    if (!data.layers.includes(entry.layer)) continue
    const item = document.createElement("span")
    item.className = "legend"
    if (entry.form !== "text") item.append(sampleOf(entry))
    item.append(entry.text)
    row.append(item)
  }
  row.append(tools)
  return row
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
        node("circle", { ...ring, "data-r": 9, class: "ring", stroke: "#fff", style: "stroke-width:.375rem" }),
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

function run({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".photograph")
  const known = views.get(root), content = JSON.stringify(data)
  if (known?.content === content) return known.watch()
  const isSame = known && known.url === data.url && known.alt === data.alt
  const view = isSame ? known : { url: data.url, alt: data.alt, zoom: 1, x: 0, y: 0 }
  const frame = data.frame ?? { x: 0, y: 0, width: data.width_px, height: data.height_px }
  views.set(root, Object.assign(view, { content }))
  root.classList.toggle("bare", !data.url)

  const svg = node("svg", { role: "img", tabindex: 0, "aria-label": data.alt })
  if (data.url) {
    const box = { x: 0, y: 0, width: data.width_px, height: data.height_px }
    svg.append(node("image", { href: data.url, preserveAspectRatio: "none", ...box }))
  }
  const shown = data.shapes.filter(shape => data.layers.includes(shape.layer))
  for (const shape of shown) if (shape.form !== "text") svg.append(...drawn(shape))
  const labels = labelling(shown)
  svg.append(labels.layer)

  let shownAt = ""
  const sizeNow = () => `${svg.clientWidth} ${svg.clientHeight}`

  function show() {
    view.zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom))
    const [width, height] = [frame.width / view.zoom, frame.height / view.zoom]
    view.x = Math.min(frame.x + frame.width - width / 2, Math.max(frame.x + width / 2, view.x))
    view.y = Math.min(frame.y + frame.height - height / 2, Math.max(frame.y + height / 2, view.y))
    svg.setAttribute("viewBox", `${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`)
    root.classList.toggle("zoomed", view.zoom > 1)
    const unitsPerPixel = large() * Math.max(width / (svg.clientWidth || width), height / (svg.clientHeight || height))
    for (const text of svg.querySelectorAll(".label:not(.placed)")) {
      text.setAttribute("font-size", 17 * unitsPerPixel)
      text.setAttribute("stroke-width", 4 * unitsPerPixel)
    }
    for (const text of svg.querySelectorAll("[data-dy]")) text.setAttribute("dy", text.dataset.dy * unitsPerPixel)
    for (const ring of svg.querySelectorAll(".ring")) ring.setAttribute("r", ring.dataset.r * unitsPerPixel)
    for (const cross of svg.querySelectorAll(".cross")) {
      cross.setAttribute("transform", `translate(${cross.dataset.x} ${cross.dataset.y}) scale(${unitsPerPixel})`)
    }
    placeMarks(svg, unitsPerPixel)
    shownAt = sizeNow()
    // A hidden image and its texts have no size; it is drawn again as soon as it has one.
    labels.place(frame, unitsPerPixel, Math.min(svg.clientWidth / large(), frame.width / view.zoom / unitsPerPixel))
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
  root.replaceChildren(svg, ...titleOf(data.title), belowPicture(data, tools), ...(points ? [points.row] : []))
  if (points) points.draw()
  if (hadFocus) (wasPlacing && points ? points.row.querySelector("[aria-pressed=true]") : svg).focus({ preventScroll: true })
  show()
  // It also reports the first size, for which everything has been placed already.
  const observer = new ResizeObserver(() => { if (sizeNow() !== shownAt) show() })
  view.watch = () => {
    observer.observe(svg)
    return () => observer.disconnect()
  }
  if (document.fonts.status !== "loaded") {
    document.fonts.ready.then(() => {
      labels.forget()
      show()
    })
  }
  return view.watch()
}
