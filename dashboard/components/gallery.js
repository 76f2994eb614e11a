// A grid of photographs. Every tile is a link of its own, so that it opens in a new tab too and works by keyboard.
const SVG = "http://www.w3.org/2000/svg"
const DOTS = [["stroke-dasharray", "0.1 30"], ["stroke-linecap", "round"], ["stroke-width", 11]]

function element(tag, className, text) {
  const node = document.createElement(tag)
  node.className = className
  if (text !== undefined) node.textContent = text
  return node
}

function overlay(tile) {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", `0 0 ${tile.width_px} ${tile.height_px}`)
  svg.setAttribute("aria-hidden", "true")
  for (const shape of tile.shapes) {
    if (shape.form === "text") continue
    const isRing = shape.form === "ring"
    const node = document.createElementNS(SVG, isRing ? "circle" : "line")
    const [start, end] = shape.points
    const values = isRing
      ? { cx: start[0], cy: start[1], r: 16, fill: shape.colour, stroke: "#fff" }
      : { x1: start[0], y1: start[1], x2: end[0], y2: end[1], stroke: shape.colour }
    for (const [name, value] of Object.entries({ ...values, "stroke-width": 5 })) node.setAttribute(name, value)
    if (shape.form === "dashed") node.setAttribute("stroke-dasharray", "22 12")
    const isDotted = shape.form === "dotted"
    if (isDotted) for (const [name, value] of DOTS) node.setAttribute(name, value)
    const casing = isRing || shape.form === "dashed" ? [] : [node.cloneNode()]
    const edge = [["stroke", isDotted ? "#10202b" : "#fff"], ["stroke-width", isDotted ? 18 : 11]]
    for (const line of casing) for (const [name, value] of edge) line.setAttribute(name, value)
    svg.append(...casing, node)
  }
  return svg
}

// Where the page stood when a tile was opened, by the address of its gallery: a return shows it as it was left.
const places = new Map()

function scroller() {
  return document.querySelector("[data-testid=stMain]")
}

function takeBack(tile) {
  const place = places.get(tile.dataset.case)
  tile.focus({ preventScroll: true })
  if (place !== undefined) scroller()?.scrollTo(0, place)
  const { top, bottom } = tile.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) tile.scrollIntoView({ block: "center" })
}

export default function ({ data: { returned_from: returned, ...data }, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".gallery")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  root.classList.toggle("strip", data.is_strip)
  root.style.setProperty("--tile", `${data.tile_px}px`)
  root.style.setProperty("--aspect", data.aspect)
  root.replaceChildren(
    ...data.tiles.map(tile => {
      const link = element("a", "tile")
      const address = new URL(data.page ?? window.location.href, window.location.href)
      address.searchParams.set("photograph", tile.case_id)
      const benchmark = new URL(window.location.href).searchParams.get("benchmark")
      if (benchmark) address.searchParams.set("benchmark", benchmark)
      link.href = address.href
      if (tile.is_current) link.setAttribute("aria-current", "true")
      const picture = element("span", "picture")
      if (tile.url) {
        const image = element("img", "")
        image.src = tile.url
        image.alt = ""
        image.loading = "lazy"
        image.decoding = "async"
        picture.append(image)
      } else {
        picture.append(element("span", "absent", "image missing"))
      }
      if (tile.shapes.length || !tile.url) picture.append(overlay(tile))
      const words = element("span", "words")
      words.append(element("span", "caption", tile.caption), " ", element("span", "detail", tile.detail))
      link.append(picture, words)
      link.dataset.case = tile.case_id
      link.onclick = event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        if (!data.is_strip) {
          places.clear()
          places.set(tile.case_id, scroller()?.scrollTop)
          scroller()?.scrollTo(0, 0)
        }
        setTriggerValue("opened", tile.case_id)
      }
      return link
    })
  )
  const back = [...root.children].find(tile => tile.dataset.case === returned)
  // After the page below has been laid out, since it may still be too short to be scrolled.
  if (back) requestAnimationFrame(() => requestAnimationFrame(() => takeBack(back)))
}
