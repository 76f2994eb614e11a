// Scrolls as little as is needed to see what a click has opened elsewhere on the page.
function run({ data }) {
  if (!data.is_asked) return
  // After the page below has been laid out, since it may still be too short to be scrolled.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
    document.querySelector(data.target)?.scrollIntoView({ block: "nearest", behavior })
  }))
}
