// A cell for each model: a sign or a number on grounds that are as wide as the answers they stand for are many. A ground has
// a colour and a pattern, so that no colour is needed to tell it.
function element(tag, className, text) {
  const node = document.createElement(tag)
  if (className) node.className = className
  if (text !== undefined) node.textContent = text
  return node
}

function grounds(found) {
  const row = element("span", "grounds")
  row.append(...found.map(([verdict, count]) => {
    const one = element("span", verdict)
    one.style.flex = String(count)
    return one
  }))
  return row
}

// The strip of a tile says in words what its cells will show; they are drawn by `fillStrip`.
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
    if (cell.grounds.length) node.append(grounds(cell.grounds))
    node.title = cell.meaning
    if (cell.rest) node.append(element("span", "", cell.rest))
    return node
  }))
}

// Which place of a strip is which model, and what grounds and signs mean.
function stripKey(review) {
  const key = element("div", "key")
  if (!review.models.length) return key
  const names = element("ol", "names")
  names.setAttribute("aria-label", "Models of each strip, from left to right")
  names.append(...review.models.map(([label, colour], place) => {
    const name = element("li", "", `${place + 1} ${label}`)
    name.style.setProperty("--model", colour)
    return name
  }))
  key.append(names)
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
