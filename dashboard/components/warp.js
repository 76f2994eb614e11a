// An image with lines that turn into the view from above and back: the corners of the square move along
// straight lines, and each frame is the homography that maps them there.
const SVG = "http://www.w3.org/2000/svg"
const TURN_MS = 900
const SQUARE_SHARE = 0.84

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

function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
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

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".warp")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const frame = document.createElement("div"), sheet = document.createElement("div")
  frame.className = "frame"
  sheet.className = "sheet"
  frame.style.aspectRatio = `${data.width_px} / ${data.height_px}`
  frame.setAttribute("role", "img")
  frame.setAttribute("aria-label", data.alt)
  if (data.url) {
    const image = document.createElement("img")
    image.src = data.url
    image.alt = ""
    sheet.append(image)
  }
  const shapes = drawn(data)
  frame.append(sheet, shapes.svg)
  root.replaceChildren(frame)

  let turned = 0, wanted = 0, before = 0, isKept = false
  function place() {
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

  const observer = new ResizeObserver(place)
  observer.observe(frame)
  if (!data.square) return () => observer.disconnect()

  function step(now) {
    const passed = before ? (now - before) / TURN_MS : 0
    before = now
    turned = wanted > turned ? Math.min(wanted, turned + passed) : Math.max(wanted, turned - passed)
    place()
    if (turned !== wanted && root.isConnected) requestAnimationFrame(step)
    else before = 0
  }

  function turn(to) {
    const isMoving = turned !== wanted
    wanted = to
    button.setAttribute("aria-pressed", String(isKept))
    button.textContent = isKept ? "As photographed" : "From above"
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      turned = wanted
      place()
    } else if (!isMoving && turned !== wanted) requestAnimationFrame(step)
  }

  const button = document.createElement("button")
  button.type = "button"
  button.onclick = () => {
    isKept = !isKept
    turn(isKept ? 1 : 0)
  }
  frame.onpointerenter = event => { if (event.pointerType === "mouse") turn(1) }
  frame.onpointerleave = () => turn(isKept ? 1 : 0)
  root.append(button)
  turn(0)
  return () => observer.disconnect()
}
