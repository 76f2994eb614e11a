// A cell per model: a sign or a number on backgrounds whose widths are proportional to numbers of answers. A background
// has a colour and a pattern, so that it can be recognised without colour.
function grounds(found) {
  const row = element("span", "grounds")
  row.append(...found.map(([verdict, count]) => {
    const one = element("span", verdict)
    one.style.flex = String(count)
    return one
  }))
  return row
}

const MARK_PX = 9

// The model's mark on the line below a cell or a name, since colours repeat after eight models.
function modelMark([, colour, path]) {
  return shapeNode(path, colour, MARK_PX, false)
}

// The strip of a tile describes in words what its cells will show; `fillStrip` draws them.
function strip(tile) {
  const row = element("div", "models")
  row.setAttribute("role", "img")
  row.setAttribute("aria-label", tile.strip.map(cell => cell.meaning).join("; "))
  return row
}

function fillStrip(row, tile, models) {
  row.append(...tile.strip.map((cell, place) => {
    const node = element("span", cell.grounds.length ? "cell" : "cell unasked", cell.text)
    node.style.setProperty("--model", models[place][1])
    node.append(modelMark(models[place]))
    if (cell.grounds.length) node.append(grounds(cell.grounds))
    node.title = cell.meaning
    if (cell.rest) node.append(element("span", "", cell.rest))
    return node
  }))
}

// Explains the order of models in a strip, and the meaning of backgrounds and signs.
function stripKey(review) {
  const key = element("div", "key")
  if (!review.models.length) return key
  const names = element("ol", "names")
  names.setAttribute("aria-label", "Models of each strip, from left to right")
  names.append(...review.models.map((model, place) => {
    const name = element("li", "", `${place + 1} ${model[0]}`)
    name.style.setProperty("--model", model[1])
    name.append(modelMark(model))
    return name
  }))
  key.append(element("span", "told", "Below each image, from the left:"), names)
  if (review.told) key.append(element("span", "told", review.told))
  const meanings = element("span", "meanings")
  meanings.append(...review.legend.map(([verdict, sign, words]) => {
    const one = element("span", verdict ? `sample ${verdict}` : "sample")
    if (sign) one.append(element("b", "", sign), " ")
    one.append(words)
    return one
  }))
  key.append(meanings)
  return key
}
