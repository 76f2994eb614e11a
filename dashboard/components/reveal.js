// Scrolls as little as needed to show what a click has opened elsewhere on the page.
function run({ data }) {
  if (!data.is_asked) return
  // After the layout of the page below, which may still be too short to scroll.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
    document.querySelector(data.target)?.scrollIntoView({ block: "nearest", behavior })
  }))
}
