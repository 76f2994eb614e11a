// Draws a case over the gallery as soon as its tile is clicked, until the server's page of the case is drawn below.
// A pointer that rests on a tile for this long will probably open it.
const RESTS_MS = 80

// The preview ends when the server has sent the page; at the latest after the first time, or when the gallery has been
// gone for the second.
const WAITS_MS = 10000, GONE_MS = 1500

// The first tiles of a gallery are loaded this long after it was drawn, if the browser is idle: one will probably be opened.
const DRAWN_MS = 100

const MOST_PREVIEWS = 100

// What the server has sent, as promises by address; null for a case that it does not preview.
const previews = new Map()

function addressOfPreview(previews, case_id) {
  return `${previews}?${new URLSearchParams({ case: case_id })}`
}

function loadPreview(address) {
  if (previews.has(address)) return previews.get(address)
  const loading = fetch(address).then(answer => answer.status === 200 ? answer.json() : null).catch(() => null)
  loading.then(parts => { if (!parts) previews.delete(address) })
  previews.set(address, loading)
  if (previews.size > MOST_PREVIEWS) previews.delete(previews.keys().next().value)
  return loading
}

function loadImages(parts) {
  for (const { url } of Object.values(parts ?? {})) if (url) new Image().src = url
}

// Loads the preview of a link and its images before it is clicked. `addressOf` returns its address.
function loadOnRest(link, addressOf) {
  let timer = 0
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(() => loadPreview(addressOf()).then(loadImages), RESTS_MS)
  }
  link.addEventListener("pointerenter", event => { if (event.pointerType === "mouse") rest() })
  link.addEventListener("focus", rest)
  for (const kind of ["pointerleave", "blur"]) link.addEventListener(kind, () => clearTimeout(timer))
  link.addEventListener("pointerdown", event => { if (event.button === 0) loadPreview(addressOf()) })
}

// Loads the previews of these addresses, one after the other and without their images, which are much larger; returns
// the function that ends it.
function loadInTurn(addresses) {
  let isOver = false
  const load = async () => {
    for (const address of addresses) {
      if (!isOver) await loadPreview(address)
    }
  }
  const timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(load), DRAWN_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

// Hides the components that this case does not have.
function hideOthers(parts) {
  for (const node of document.querySelectorAll(".st-key-case-preview [class*=st-key-preview-]")) {
    node.hidden = ![...node.classList].some(name => name.startsWith("st-key-") && name.slice(7) in parts)
  }
}

function showPreview(address, link) {
  const page = document.documentElement.dataset, end = performance.now() + WAITS_MS
  let isOver = false, goneAt = null
  const stop = () => {
    isOver = true
    delete page.previewsCase
    clearInterval(timer)
    window.removeEventListener("trilens-answered", stop)
    window.removeEventListener("popstate", giveUp)
  }
  const giveUp = () => {
    delete page.waitingAction
    window.dispatchEvent(new CustomEvent("trilens-answered"))
  }
  const look = () => {
    if (!link.isConnected) goneAt ??= performance.now()
    if (performance.now() > Math.min(end, (goneAt ?? Infinity) + GONE_MS)) giveUp()
  }
  const timer = setInterval(look, 250)
  window.addEventListener("trilens-answered", stop)
  window.addEventListener("popstate", giveUp)
  loadPreview(address).then(parts => {
    if (!parts || isOver) return
    hideOthers(parts)
    page.previewsCase = ""
    window.dispatchEvent(new CustomEvent("trilens-draw-ahead", { detail: parts }))
  })
}
