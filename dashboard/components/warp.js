// An image with lines, and the view from above beyond a divider that the user drags. A button turns the whole image into
// that view and back: the corners of the square move along straight lines, and each frame is the homography that maps
// them there.
const TURN_MS = 900
const SQUARE_SHARE = 0.84

// Percent of the image left of the divider at first, and moved by an arrow key.
const DIVIDER_START = 50, DIVIDER_STEP = 5

// Returns the homography that maps four points to four others, as nine matrix entries, row by row, the last one 1.
function homography(from, to) {
  const rows = []
  from.forEach(([x, y], corner) => {
    const [u, v] = to[corner]
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  })
  for (let pivot = 0; pivot < 8; pivot += 1) {
    let best = pivot
    for (let row = pivot + 1; row < 8; row += 1) if (Math.abs(rows[row][pivot]) > Math.abs(rows[best][pivot])) best = row
    const swapped = rows[pivot]
    rows[pivot] = rows[best]
    rows[best] = swapped
    for (let row = 0; row < 8; row += 1) {
      if (row === pivot) continue
      const factor = rows[row][pivot] / rows[pivot][pivot]
      for (let column = pivot; column < 9; column += 1) rows[row][column] -= factor * rows[pivot][column]
    }
  }
  return [...rows.map((row, place) => row[8] / row[place]), 1]
}

// Draws the shapes over the frame, in its pixels; `moved` places them at their mapped points.
function drawn(data) {
  const svg = node("svg", { "aria-hidden": "true" })
  const parts = data.shapes.filter(shape => ["line", "ring"].includes(shape.form)).map(shape => {
    if (shape.form === "ring") {
      const ring = node("circle", { r: 5, fill: shape.colour, stroke: "#fff", "stroke-width": 1.5 })
      svg.append(ring)
      return { shape, nodes: [ring], names: [["cx", "cy"]] }
    }
    const nodes = [["#fff", 5], [shape.colour, 2.5]].map(([stroke, width]) => node("line", { stroke, "stroke-width": width }))
    svg.append(...nodes)
    return { shape, nodes, names: [["x1", "y1"], ["x2", "y2"]] }
  })
  const moved = map => parts.forEach(({ shape, nodes, names }) => names.forEach(([x, y], place) => {
    const [left, top] = map(shape.points[place])
    for (const one of nodes) {
      one.setAttribute(x, left)
      one.setAttribute(y, top)
    }
  }))
  return { svg, moved }
}

// A layer with the image and the shapes over it; `place(share)` turns them: 0 is the photograph, 1 the view from above.
function layer(data, frame, className) {
  const whole = document.createElement("div"), sheet = document.createElement("div")
  whole.className = `layer ${className}`
  sheet.className = "sheet"
  if (data.url) {
    const image = document.createElement("img")
    image.src = data.url
    image.alt = ""
    image.draggable = false
    sheet.append(image)
  }
  const shapes = drawn(data)
  whole.append(sheet, shapes.svg)
  function place(turned) {
    const scale = frame.clientWidth / data.width_px
    if (!turned) {
      sheet.style.transform = ""
      shapes.moved(([x, y]) => [x * scale, y * scale])
      return
    }
    const from = data.square.map(([x, y]) => [x * scale, y * scale])
    const [width, height] = [frame.clientWidth, frame.clientHeight]
    const half = SQUARE_SHARE * Math.min(width, height) / 2
    const above = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [width / 2 + x * half, height / 2 + y * half])
    const eased = turned * turned * (3 - 2 * turned)
    const to = from.map(([x, y], corner) => [x + eased * (above[corner][0] - x), y + eased * (above[corner][1] - y)])
    const [a, b, c, d, e, f, g, h] = homography(from, to)
    sheet.style.transform = `matrix3d(${a},${d},0,${g},${b},${e},0,${h},0,0,1,0,${c},${f},0,1)`
    shapes.moved(([x, y]) => {
      const [u, v] = [x * scale, y * scale], depth = g * u + h * v + 1
      return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth]
    })
  }
  return { whole, place }
}

function label(className, text) {
  const one = document.createElement("span")
  one.className = `side ${className}`
  one.textContent = text
  return one
}

// The divider between photograph and plan: dragged with the pointer anywhere on the image, moved with the arrow keys.
function divider(frame, plan) {
  const handle = document.createElement("div")
  handle.className = "divider"
  handle.tabIndex = 0
  handle.append(document.createElement("span"))
  for (const [name, value] of [["role", "slider"], ["aria-valuemin", 0], ["aria-valuemax", 100],
    ["aria-label", "Divider between the photograph and the view from above"]]) handle.setAttribute(name, value)
  let at = 0
  function move(percent) {
    at = Math.min(100, Math.max(0, percent))
    handle.style.left = `${at}%`
    plan.style.clipPath = `inset(0 0 0 ${at}%)`
    handle.setAttribute("aria-valuenow", String(Math.round(at)))
    handle.setAttribute("aria-valuetext", `photograph ${Math.round(at)}%, from above ${Math.round(100 - at)}%`)
  }
  const follow = event => {
    const { left, width } = frame.getBoundingClientRect()
    move(100 * (event.clientX - left) / width)
  }
  let isDragged = false
  frame.onpointerdown = event => {
    if (frame.classList.contains("turned") || event.button) return
    isDragged = true
    frame.setPointerCapture(event.pointerId)
    follow(event)
  }
  frame.onpointermove = event => { if (isDragged) follow(event) }
  frame.onpointerup = frame.onpointercancel = () => { isDragged = false }
  handle.onkeydown = event => {
    const to = { ArrowLeft: at - DIVIDER_STEP, ArrowRight: at + DIVIDER_STEP, Home: 0, End: 100 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(to)
  }
  move(DIVIDER_START)
  return handle
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".warp")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const frame = document.createElement("div")
  frame.className = "frame"
  frame.style.aspectRatio = `${data.width_px} / ${data.height_px}`
  const photo = layer(data, frame, "photo")
  const described = document.createElement("div")
  described.className = "layer"
  described.setAttribute("role", "img")
  described.setAttribute("aria-label", data.alt)
  described.append(photo.whole)
  frame.append(described)
  root.replaceChildren(frame)

  let turned = 0, wanted = 0, before = 0, plan
  function place() {
    photo.place(turned)
    plan?.place(1)
  }
  const observer = new ResizeObserver(place)
  observer.observe(frame)
  if (!data.square) return () => observer.disconnect()

  plan = layer(data, frame, "plan")
  frame.append(plan.whole, label("left", "Photo"), label("right", "From above"), divider(frame, plan.whole))

  function step(now) {
    const passed = before ? (now - before) / TURN_MS : 0
    before = now
    turned = wanted > turned ? Math.min(wanted, turned + passed) : Math.max(wanted, turned - passed)
    place()
    if (turned !== wanted && root.isConnected) requestAnimationFrame(step)
    else {
      before = 0
      frame.classList.toggle("turned", turned > 0)
    }
  }

  function turn(to) {
    const isMoving = turned !== wanted
    wanted = to
    frame.classList.add("turned")
    button.setAttribute("aria-pressed", String(wanted === 1))
    button.textContent = wanted ? "As photographed" : "Turn to view from above"
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      turned = wanted
      place()
      frame.classList.toggle("turned", turned > 0)
    } else if (!isMoving && turned !== wanted) requestAnimationFrame(step)
  }

  const button = document.createElement("button")
  button.type = "button"
  button.textContent = "Turn to view from above"
  button.setAttribute("aria-pressed", "false")
  button.onclick = () => turn(wanted ? 0 : 1)
  button.onpointerdown = event => event.stopPropagation()
  frame.append(button)
  return () => observer.disconnect()
}
