// Shapes over a thumbnail. The style sets the width of lines and the size of points, however small the image is.
function overlay(tile) {
  const svg = node("svg", { viewBox: `0 0 ${tile.width_px} ${tile.height_px}`, "aria-hidden": "true" })
  svg.setAttribute("class", "outline")
  for (const shape of tile.shapes) {
    if (shape.form === "text") continue
    const [start, end = start] = shape.points
    const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1], "vector-effect": "non-scaling-stroke" }
    if (shape.form !== "dashed") svg.append(node("line", { ...ends, class: `${shape.form} edge` }))
    svg.append(node("line", { ...ends, class: shape.form, stroke: shape.colour }))
  }
  return svg
}
