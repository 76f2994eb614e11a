// An element that scrolls sideways has a place in the order of Tab for as long as there is something to scroll to.
export default function ({ data }) {
  const place = document.querySelector(data.place)
  if (!place) return
  const observer = new ResizeObserver(() => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0
    else place.removeAttribute("tabindex")
  })
  observer.observe(place)
  for (const child of place.children) observer.observe(child)
  return () => observer.disconnect()
}
