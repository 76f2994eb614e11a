// A model's mark as in the charts: the path from the server, filled with a rim that separates it from a
// bar below, or as an outline.
function shapeNode(path, colour, sizePx, isOpen) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  for (const [name, value] of [["viewBox", "-1.2 -1.2 2.4 2.4"], ["width", sizePx], ["height", sizePx], ["aria-hidden", "true"]])
    svg.setAttribute(name, value)
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "path")
  mark.setAttribute("d", path)
  mark.style.fill = isOpen ? "var(--st-background-color)" : colour
  mark.style.stroke = isOpen ? colour : "var(--st-background-color)"
  mark.style.strokeWidth = isOpen ? ".34" : ".7"
  mark.style.paintOrder = isOpen ? "" : "stroke"
  svg.style.overflow = "visible"
  svg.append(mark)
  return svg
}
