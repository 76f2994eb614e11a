// Answers beside truths. A verdict has a background, a sign and words, so that it can be read without colour.
const MARK_PX = 13
const HINT = "Scroll the table sideways for more models →"
const MARK_CH = 3, MOST_CH = 26

function heading(column, data, setTriggerValue) {
  const cell = element("th", column.colour ? "model" : "truth")
  cell.scope = "col"
  if (column.colour) cell.style.setProperty("--model", column.colour)
  const mark = column.shape ? [shapeNode(column.shape, column.colour, MARK_PX, false)] : []
  if (!column.key) {
    const name = element("span", "", column.title)
    name.prepend(...mark)
    cell.append(name)
    return cell
  }
  const button = element("button", "", column.title)
  button.type = "button"
  button.prepend(...mark)
  button.title = data.choose_help
  button.dataset.key = column.key
  button.setAttribute("aria-pressed", String(column.is_chosen))
  button.onclick = () => setTriggerValue("chosen", column.key)
  cell.append(button)
  return cell
}

// The scores of an answer with a verdict are in its hover text and for screen readers; the last row has their means.
function answer(cell, signs, scoreName) {
  const node = element("td", cell.verdict || "truth")
  const line = element("span", "line")
  if (signs[cell.verdict]) {
    const sign = element("span", "sign", signs[cell.verdict])
    sign.setAttribute("aria-hidden", "true")
    line.append(sign)
  }
  line.append(element("span", "value", cell.text))
  node.append(line)
  const below = element("span", "line")
  if (cell.error) below.append(element("span", "error", cell.error))
  const areHidden = Boolean(cell.scores && cell.meaning && scoreName)
  if (cell.scores && !areHidden) below.append(element("span", "scores", cell.scores))
  if (below.hasChildNodes()) node.append(below)
  if (cell.meaning) {
    const meaning = areHidden ? `${cell.meaning}; ${scoreName} ${cell.scores}` : cell.meaning
    node.title = meaning
    node.append(element("span", "meaning", meaning))
  }
  return node
}

// Letters are a little wider than digits, which adds up in words of more letters than this.
const WIDER_FROM = 12

// Width of a column in digits: the longest word of an answer and its mark, limited to what a screen can hold.
function longestWord(columns) {
  const words = columns.flatMap(column => column.cells.flatMap(cell => cell.text.split(/[\s-]/)))
  const longest = Math.max(0, ...words.map(word => word.length))
  return Math.min(longest + MARK_CH + Math.max(0, (longest - WIDER_FROM) / 2.5), MOST_CH)
}

// Gives each column its own width, since one long word would make all others too wide for the page.
function fitColumns(table, columns) {
  const widths = columns.map(column => `max(5.9em, ${longestWord([column])}ch)`)
  const group = element("colgroup")
  for (const width of ["", ...widths]) {
    const column = element("col")
    column.style.width = width
    group.append(column)
  }
  table.append(group)
  table.style.minWidth = `calc(9em + ${widths.join(" + ")})`
}

function row(first, cells, isMarked, help) {
  const node = element("tr", isMarked ? "marked" : "")
  const head = element("th", "question", first)
  head.scope = "row"
  if (help) head.title = help
  node.append(head, ...cells)
  return node
}

// A horizontally scrolling element is in the Tab order, so that arrow keys can scroll it, and fades if content follows.
function keepReachable(root) {
  if (root.dataset.isWatched) return
  root.dataset.isWatched = "yes"
  const fade = () => root.classList.toggle("goes-on", root.scrollLeft + root.clientWidth < root.scrollWidth - 1)
  root.addEventListener("scroll", fade, { passive: true })
  new ResizeObserver(() => {
    const isWide = root.scrollWidth > root.clientWidth
    root.classList.toggle("is-wide", isWide)
    if (isWide) root.tabIndex = 0
    else root.removeAttribute("tabindex")
    fade()
  }).observe(root)
}

// The summary, the legend and the hint stay in view when the table is scrolled sideways.
function captionOf(data) {
  const caption = element("caption"), lines = element("div", "caption")
  caption.append(element("span", "meaning", `${data.alt}. `), lines)
  if (data.summary) lines.append(element("p", "summary", data.summary))
  if (data.legend.length) {
    const legend = element("p", "legend")
    legend.append(...data.legend.map(([verdict, meaning]) =>
      element("span", verdict, [data.signs[verdict], meaning].filter(Boolean).join(" "))))
    lines.append(legend)
  }
  lines.append(element("p", "hint", HINT))
  return caption
}

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".answers")
  keepReachable(root)
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const focused = root.getRootNode().activeElement?.dataset?.key
  const scrolled = root.scrollLeft
  const table = element("table")
  table.style.setProperty("--columns", data.columns.length)
  const word = longestWord(data.columns)
  table.style.setProperty("--word", `${word}ch`)
  table.append(captionOf(data))
  const head = element("thead"), body = element("tbody"), foot = element("tfoot")
  const names = element("tr"), corner = element("th", "question", "Question")
  corner.scope = "col"
  names.append(corner, ...data.columns.map(column => heading(column, data, setTriggerValue)))
  if (word > WIDER_FROM + MARK_CH) fitColumns(table, data.columns)
  head.append(names)
  body.append(...data.questions.map((question, place) =>
    row(question, data.columns.map(column => answer(column.cells[place], data.signs, data.score_name)),
      data.marked.includes(place), data.question_helps[place])))
  if (data.foot) foot.append(row(data.foot, data.columns.map(column => element("td", "", column.foot))))
  table.append(head, body, foot)
  root.replaceChildren(table)
  root.scrollLeft = scrolled
  if (focused) [...root.querySelectorAll("button")].find(button => button.dataset.key === focused)?.focus({ preventScroll: true })
}
