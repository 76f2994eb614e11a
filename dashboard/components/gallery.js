// A grid of photographs. Every tile is a link, so that it also opens in a new tab and works by keyboard.
// Number of tiles that are drawn at once, about one screen. The others are drawn when they are within this share of the
// screen's height from the view; until then they have their texts, positions and links, but no image and no strip.
const AT_ONCE = 24
const NEAR = "25%"

const ABSENT = "image missing"

// Scroll positions at which a tile was opened, by the gallery's URL: a return restores them.
const places = new Map()

// Pins clicked here that the server has not confirmed yet, by case: two quick clicks may reach it as one.
const unconfirmed = new Map()

// By gallery, the observer that waits for its tiles to come near the view, and the function that stops it.
const waits = new WeakMap(), ends = new WeakMap()

// By gallery, the server's latest pins, opened case and address of previews.
const told = new WeakMap()

// Minimum width of a tile; with a maximum per row, at least that share of the row less the gaps, which are 12 px.
function leastWidth(tile_px, most) {
  return most ? `max(${tile_px}px, calc((100% - ${12 * (most - 1)}px) / ${most} - .1px))` : `${tile_px}px`
}

const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"]

// The page may still grow or shrink, which would move it: its scroll position is restored until the user acts. A tile
// that was partly out of view when it was opened may be so again.
function takeBack(link) {
  const page = findMain()
  const place = places.get(link.dataset.case)
  link.focus({ preventScroll: true })
  const watcher = new ResizeObserver(() => {
    if (!link.isConnected) return letGo()
    if (place !== undefined) page.scrollTo(0, place)
    const { top, bottom, height } = link.getBoundingClientRect()
    const mayHide = place === undefined ? 0 : height
    if (top < -mayHide || bottom > window.innerHeight + mayHide) link.scrollIntoView({ block: "center" })
  })
  function letGo() {
    watcher.disconnect()
    for (const act of ACTS) window.removeEventListener(act, letGo, true)
  }
  for (const act of ACTS) window.addEventListener(act, letGo, { capture: true, passive: true })
  watcher.observe(page.firstElementChild)
}

// Fits a node of this width to height into the frame of the gallery.
function fit(node, ratio, aspect) {
  const [wide, high = 1] = aspect.split("/").map(Number)
  const stretch = ratio / (wide / high)
  node.style.width = `${100 * Math.min(1, stretch)}%`
  node.style.height = `${100 * Math.min(1, 1 / stretch)}%`
  return node
}

function ratioOf({ width_px, height_px }) {
  return width_px / height_px
}

// `isNear`: the tile is near the view, so its image loads at once; a lazy one waits for another frame.
function sheetOf({ url, shapes = [], ...picture }, isNear) {
  const sheet = element("span", "sheet")
  if (url) {
    const image = element("img", "")
    image.alt = ""
    image.loading = isNear ? "eager" : "lazy"
    image.decoding = "async"
    image.src = url
    sheet.append(image)
  } else {
    sheet.append(element("span", "absent", ABSENT))
  }
  if (shapes.length) sheet.append(overlay({ shapes, ...picture }))
  if (picture.quarter_turns) sheet.style.rotate = `${90 * picture.quarter_turns}deg`
  return sheet
}

// The image of a tile, or its images side by side at the same height.
function pictureOf(tile, aspect, isNear) {
  if (!tile.further_images.length) return fit(sheetOf(tile, isNear), ratioOf(tile), aspect)
  const row = element("span", "row"), images = [tile, ...tile.further_images]
  row.append(...images.map(image => {
    const sheet = sheetOf(image, isNear)
    sheet.style.flex = `${ratioOf(image)} 1 0`
    return sheet
  }))
  return fit(row, images.reduce((sum, image) => sum + ratioOf(image), 0), aspect)
}

// Loads the images of the case while the server handles the click.
function loadAhead(tile, [small, large]) {
  for (const { url } of [tile, ...tile.further_images]) {
    if (url?.endsWith(small)) new Image().src = url.slice(0, -small.length) + large
  }
}

// `previewOf`: returns the address of the tile's preview, or null.
function linkOf(tile, data, copies, open, previewOf) {
  const link = element("a", "link")
  const address = new URL(data.page ?? window.location.href, window.location.href)
  address.searchParams.delete("photograph")
  address.searchParams.set("case", tile.case_id)
  const benchmark = data.benchmark ?? new URL(window.location.href).searchParams.get("benchmark")
  if (benchmark) address.searchParams.set("benchmark", benchmark)
  link.href = address.href
  if (tile.is_current) link.setAttribute("aria-current", "true")
  const words = element("span", "words")
  if (tile.question) words.append(element("span", "question", tile.question), " ")
  words.append(element("span", "caption", tile.caption), " ")
  if (tile.view) words.append(element("span", "view", tile.view), " ")
  words.append(element("span", "detail", tile.detail))
  link.append(element("span", "picture"), words)
  if (!words.textContent.trim()) link.setAttribute("aria-label", tile.case_id)
  link.dataset.case = tile.case_id
  if (data.is_strip) link.title = [tile.caption, tile.detail, tile.url ? "" : ABSENT].filter(Boolean).join("\n")
  if (copies) link.onpointerdown = event => { if (event.button === 0) loadAhead(tile, copies) }
  if (previewOf()) loadOnRest(link, previewOf)
  link.onclick = event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!data.is_strip) {
      places.clear()
      places.set(tile.case_id, findMain()?.scrollTop)
      findMain()?.scrollTo(0, 0)
    }
    open(tile.case_id)
    if (previewOf()) showPreview(previewOf(), link)
  }
  return link
}

function pinOf(tile, pin) {
  const button = element("button", "pin")
  button.type = "button"
  button.dataset.pin = tile.case_id
  button.setAttribute("aria-label", `Pin ${tile.caption}`)
  button.append(icon("pin"))
  button.onclick = () => pin(tile.case_id, button.getAttribute("aria-pressed") !== "true")
  return button
}

function notesOf(tile) {
  const mark = element("span", "notes")
  const told = `${tile.notes} note${tile.notes === 1 ? "" : "s"}`
  mark.setAttribute("role", "img")
  mark.setAttribute("aria-label", told)
  mark.title = told
  mark.append(icon("note"), element("span", "", String(tile.notes)))
  return mark
}

// Scrolls a strip sideways until one of its tiles is in the middle, unless the strip shows it from its start.
function bringIn(strip, tile) {
  strip.scrollLeft = 0
  const [whole, one] = [strip, tile].map(node => node.getBoundingClientRect())
  if (one.right > whole.right) strip.scrollLeft = one.left + one.width / 2 - whole.left - whole.width / 2
}

// Fades the end of a strip that continues there.
function fadeEnd(strip) {
  const fade = () => strip.classList.toggle("goes-on", strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1)
  strip.addEventListener("scroll", fade, { passive: true })
  new ResizeObserver(fade).observe(strip)
}

function heading([, group, told]) {
  const node = element("h2", "heading", group)
  node.append(element("span", "told", ` · ${told}`))
  return node
}

// Draws the first tiles, waits for the others to come near the view, and returns the function that stops the waiting.
function drawNear(nodes, draw) {
  nodes.slice(0, AT_ONCE).forEach(draw)
  const waiting = new Set(nodes.slice(AT_ONCE))
  const show = node => { if (waiting.delete(node)) draw(node) }
  const showAll = () => waiting.forEach(show)
  return () => {
    const showNear = found => found.forEach(one => one.isIntersecting && show(one.target))
    const watcher = new IntersectionObserver(showNear, { root: findMain(), rootMargin: NEAR })
    waiting.forEach(node => watcher.observe(node))
    window.addEventListener("beforeprint", showAll)
    return () => {
      watcher.disconnect()
      window.removeEventListener("beforeprint", showAll)
    }
  }
}

function wait(root) {
  ends.get(root)?.()
  const endWaiting = waits.get(root)(), { previews, loaded_previews } = told.get(root)
  const links = [...root.querySelectorAll("a.link")].slice(0, loaded_previews)
  const endLoading = loadInTurn(links.map(link => addressOfPreview(previews, link.dataset.case)))
  const end = () => {
    endWaiting()
    endLoading()
  }
  ends.set(root, end)
  return end
}

// Updates what a click on a pin or an opened case changes: tiles are kept, and with them focus and scroll position.
function mark(root) {
  const { pinned = [], opened_last: last } = told.get(root)
  for (const [case_id, isPinned] of unconfirmed) {
    if (pinned.includes(case_id) === isPinned) unconfirmed.delete(case_id)
  }
  for (const button of root.querySelectorAll("button.pin")) {
    const isPinned = unconfirmed.get(button.dataset.pin) ?? pinned.includes(button.dataset.pin)
    button.setAttribute("aria-pressed", String(isPinned))
    button.title = isPinned ? "Unpin" : "Pin"
  }
  for (const link of root.querySelectorAll("a")) link.classList.toggle("last", link.dataset.case === last)
}

function run({ data: { returned_from: returned, review, ...data }, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".gallery")
  const { pinned, opened_last, previews, loaded_previews = 0, ...frame } = review ?? {}
  told.set(root, { pinned, opened_last, previews, loaded_previews })
  const content = JSON.stringify([data, frame])
  if (root.dataset.content === content) {
    mark(root)
    return wait(root)
  }
  root.dataset.content = content
  root.classList.toggle("strip", data.is_strip)
  root.dataset.size = frame.size ?? ""
  root.style.setProperty("--least", leastWidth(data.tile_px, data.most_columns))
  root.style.setProperty("--aspect", data.aspect)
  const pin = (case_id, isPinned) => {
    unconfirmed.set(case_id, isPinned)
    mark(root)
    setTriggerValue("pinned", Object.fromEntries(unconfirmed))
  }
  const grid = element("div", "grid"), tiles = new Map()
  data.tiles.forEach((tile, place) => {
    const above = frame.headings?.find(([before]) => before === place)
    if (above) grid.append(heading(above))
    const node = element("div", "tile")
    const previewOf = () => {
      const { previews } = told.get(root)
      return previews ? addressOfPreview(previews, tile.case_id) : null
    }
    node.append(linkOf(tile, data, frame.copies, case_id => setTriggerValue("opened", case_id), previewOf))
    if (review) node.append(pinOf(tile, pin))
    if (tile.notes) node.append(notesOf(tile))
    if (tile.strip.length) node.append(strip(tile))
    tiles.set(node, tile)
    grid.append(node)
  })
  waits.set(root, drawNear([...tiles.keys()], node => {
    const tile = tiles.get(node)
    node.querySelector(".picture").append(pictureOf(tile, data.aspect, Boolean(review)))
    if (tile.strip.length) fillStrip(node.querySelector(".models"), tile, frame.models)
  }))
  root.replaceChildren(...(review ? [stripKey(frame)] : []), grid)
  mark(root)
  if (data.is_strip) fadeEnd(grid)
  const current = grid.querySelector("[aria-current]")
  if (current) requestAnimationFrame(() => bringIn(grid, current))
  const back = [...root.querySelectorAll("a")].find(link => link.dataset.case === returned)
  // After the layout of the page below, which may still be too short to scroll.
  if (back) requestAnimationFrame(() => requestAnimationFrame(() => takeBack(back)))
  return wait(root)
}
