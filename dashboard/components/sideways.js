// An element that scrolls sideways is in the Tab order as long as there is something to scroll to. A page is checked
// after it has been still for this long.
const STILL_MS = 250, SCROLLS = ["auto", "scroll"]

function run() {
  let timer = null
  const look = () => {
    for (const place of findMain()?.querySelectorAll(MAY_SCROLL) ?? []) {
      const isWider = place.scrollWidth > place.clientWidth && SCROLLS.includes(getComputedStyle(place).overflowX)
      if (isWider) place.tabIndex = 0
      else if (place.tabIndex === 0) place.removeAttribute("tabindex")
      // An animation whose scrolling has ended, as after a telephone is turned, would keep its fade.
      place.style.animationName = isWider ? "" : "none"
    }
  }
  const lookSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, STILL_MS)
  }
  const watcher = new MutationObserver(lookSoon)
  watcher.observe(document.body, { subtree: true, childList: true })
  // The second click of a double click would undo the first.
  const once = event => {
    if (event.detail > 1 && event.target.closest?.(CHART)) event.stopPropagation()
  }
  window.addEventListener("resize", lookSoon)
  window.addEventListener("mousedown", once, true)
  lookSoon()
  return () => {
    watcher.disconnect()
    clearTimeout(timer)
    window.removeEventListener("resize", lookSoon)
    window.removeEventListener("mousedown", once, true)
  }
}
