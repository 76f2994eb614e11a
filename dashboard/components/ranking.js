// A ranked chart: one row per model with its verdicts in words, and its score on an axis that all rows share.
const DOT_PX = 16, FOIL_PX = 12

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".ranking")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const share = value => `${100 * (value - data.low) / (data.high - data.low)}%`
  const open = (run_id, question) => () => setTriggerValue("opened", { run_id, question })

  function scale() {
    const axis = element("div", "axis")
    for (const tick of data.ticks) {
      const grid = element("span", "grid")
      grid.style.left = share(tick)
      axis.append(grid)
    }
    for (const { value } of data.marks) {
      const mark = element("span", "mark")
      mark.style.left = share(value)
      axis.append(mark)
    }
    return axis
  }

  // The marks of a row: the score, its interval over the rim of the mark, and the score against the foil below.
  function marks(line) {
    const axis = scale()
    axis.style.setProperty("--model", line.colour)
    const place = (className, value, node) => {
      const holder = element("span", className)
      if (node) holder.append(node)
      holder.style.left = share(value)
      axis.append(holder)
      return holder
    }
    if (line.foil !== null) place("dot foil", line.foil, shapeNode(line.shape, line.colour, FOIL_PX, true))
    place("dot", line.value, shapeNode(line.shape, line.colour, DOT_PX, false))
    if (line.low !== null && line.high !== null)
      place("interval", line.low).style.right = `calc(100% - ${share(line.high)})`
    axis.title = line.hover
    return axis
  }

  function names(line) {
    const cell = element("th", "names")
    cell.scope = "row"
    const link = element("button", "model", line.label)
    link.type = "button"
    link.title = "Open its cases, the worst first"
    link.onclick = open(line.run_id, "")
    cell.append(line.run_id ? link : element("span", "model", line.label))
    if (line.note) cell.append(element("small", "note", line.note))
    for (const phrase of line.phrases) {
      const button = element("button", `phrase ${phrase.tone}`)
      button.type = "button"
      button.title = phrase.evidence ? `${phrase.evidence} points, 95% CI. Open the cases` : "Open the cases"
      button.append(element("span", "word", phrase.text))
      if (phrase.evidence) button.append(" ", element("span", "evidence", phrase.evidence))
      button.onclick = open(line.run_id, phrase.question)
      cell.append(button)
    }
    return cell
  }

  // The name of a vertical line, on the side of the line that has more room.
  function lineName({ value, name }) {
    const holder = element("small", "line"), text = element("span", "", name)
    const isRight = value - data.low > data.high - value
    holder.style[isRight ? "paddingRight" : "paddingLeft"] = isRight ? `calc(100% - ${share(value)})` : share(value)
    holder.classList.toggle("before", isRight)
    holder.append(text)
    return holder
  }

  const table = element("table")
  const top = element("thead"), head = element("tr"), body = element("tbody")
  const heads = [data.head, "", data.title].map(text => element("th", "", text))
  heads.forEach(cell => cell.scope = "col")
  const [model, axisHead, scored] = heads
  if (data.legend) model.append(element("small", "legend", data.legend))
  const ticks = scale()
  for (const tick of data.ticks) {
    const text = element("span", "tick", `${tick}`)
    text.style.left = share(tick)
    ticks.append(text)
  }
  axisHead.append(...data.marks.map(lineName), ticks)
  axisHead.className = "plot"
  scored.className = "value"
  head.append(model, axisHead, scored)
  top.append(head)
  const references = element("tbody")
  if (data.references_heading) {
    const row = element("tr", "part"), cell = element("th", "", data.references_heading)
    cell.scope = "rowgroup"
    cell.colSpan = heads.length
    row.append(cell)
    references.append(row)
  }
  for (const line of data.lines) {
    const row = element("tr", line.is_reference ? "reference" : "")
    const plot = element("td", "plot")
    plot.append(marks(line))
    const value = element("td", "value", line.text)
    if (line.foil_text) value.append(element("small", "", line.foil_text))
    row.append(names(line), plot, value)
    const part = line.is_reference ? references : body
    part.append(row)
  }
  table.append(top, ...[body, references].filter(part => part.rows.length))
  root.replaceChildren(table)
}
