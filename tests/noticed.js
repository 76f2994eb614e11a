// Runs in each page before its own scripts: notes when a click began, when anything last changed, what was loaded.
// Components draw in shadow roots, which no observer of the document sees, so each root is observed for itself.
{
  const seen = window.__noticed = { began: 0, changed: 0, roots: [document], changedAt: new Map() }
  const observer = new MutationObserver(records => {
    seen.changed = performance.now()
    for (const record of records) seen.changedAt.set(record.target.getRootNode(), seen.changed)
  })
  const note = event => seen.changedAt.set(event.currentTarget, performance.now())
  const watch = root => {
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    root.addEventListener("load", note, true)
  }
  watch(document)
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (...how) {
    const root = attach.apply(this, how)
    seen.roots.push(root)
    watch(root)
    return root
  }
  const begin = () => {
    seen.began = seen.changed = performance.now()
    seen.beforeAnswer = null
  }
  // Components that were drawn ahead of the server change again when it has answered: their last change before counts.
  window.addEventListener("trilens-answered", () => { seen.beforeAnswer ??= new Map(seen.changedAt) })
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, begin, true)

  const inView = node => {
    const { top, left, bottom, right, width, height } = node.getBoundingClientRect()
    return width * height > 0 && bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
  }
  const addressOf = picture => picture.currentSrc ?? new URL(picture.getAttribute("href"), document.baseURI).href
  const isThere = picture => picture.complete !== false && picture.naturalWidth !== 0
  // The end of the last picture in view, as the browser's own list of what it loaded has it; null while one is awaited.
  const loaded = () => {
    const shown = seen.roots.flatMap(root => [...root.querySelectorAll("img, svg image")]).filter(inView)
    const ends = new Map(performance.getEntriesByType("resource").map(one => [one.name, one.responseEnd]))
    const awaited = shown.filter(picture => !addressOf(picture).startsWith("data:"))
    if (!shown.every(isThere) || !awaited.every(picture => ends.has(addressOf(picture)))) return null
    return Math.max(0, ...awaited.map(picture => ends.get(addressOf(picture))))
  }
  // When the page was ready after the click (milliseconds since the page began), once it has been still for so long.
  seen.end = stillMs => {
    const last = loaded()
    if (last === null) return null
    const end = Math.max(last, seen.changed)
    return performance.now() - end >= stillMs ? end : null
  }
  // When the components within these elements last changed or loaded a picture before the server had answered.
  seen.drawn = selectors => {
    const within = seen.roots.filter(root => root.host?.isConnected && root.host.closest(selectors))
    return Math.max(...within.map(root => seen.beforeAnswer.get(root) ?? -Infinity))
  }
  performance.setResourceTimingBufferSize(2000)
}
