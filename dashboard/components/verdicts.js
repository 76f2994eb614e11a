// A table of models on one axis, with a verdict on each question. Models and verdicts are buttons.
const DOT_PX = 17

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".verdicts")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const share = value => `${100 * (value - data.low) / (data.high - data.low)}%`
  const placed = (name, at, text = "") => {
    const node = element("span", name, text)
    node.style.left = share(at)
    return node
  }
  const open = (run_id, question) => () => setTriggerValue("opened", { run_id, question })

  // The axis of a row with the model's marks.
  function axis(line) {
    const place = element("div", "axis")
    place.style.setProperty("--model", line.colour)
    if (data.line_at !== null) place.append(placed("blind", data.line_at))
    if (line.low !== null && line.high !== null) {
      const interval = placed("interval", line.low)
      interval.style.right = `calc(100% - ${share(line.high)})`
      place.append(interval)
    }
    const dot = placed("dot", line.value)
    dot.append(shapeNode(line.shape, line.colour, DOT_PX, false))
    place.append(dot)
    place.title = line.says
    return place
  }

  const table = element("table", data.has_columns ? "" : "stacked")
  const head = element("tr")
  const scored = element("th", "score")
  scored.scope = "col"
  const ticks = element("div", "axis")
  ticks.append(...data.ticks.map(tick => placed("tick", tick, `${tick}`)))
  if (data.line_at !== null) {
    ticks.classList.add("lined")
    ticks.append(placed("label", data.line_at, data.line_label))
  }
  scored.append(element("span", "title", data.title), ticks)
  const model = element("th", "", "Model")
  model.scope = "col"
  head.append(model, scored)
  for (const { title } of data.heads) {
    const cell = element("th", "asked", title)
    cell.scope = "col"
    head.append(cell)
  }
  const body = element("tbody")
  for (const line of data.lines) {
    const row = element("tr", line.is_reference ? "reference" : "")
    const name = element("th")
    name.scope = "row"
    const link = element("button", "model", line.label)
    link.type = "button"
    link.title = "Open its cases, the worst first"
    link.onclick = open(line.run_id, "")
    name.append(link)
    const score = element("td", "score")
    const scale = element("div", "scale")
    scale.append(axis(line), element("span", "value", line.text))
    score.append(scale)
    row.append(name, score)
    for (const { question, title } of data.heads) {
      const cell = element("td", "asked")
      const verdict = line.cells.find(one => one.question === question)
      if (verdict) {
        const button = element("button", `cell ${verdict.tone}`)
        button.type = "button"
        button.onclick = open(line.run_id, question)
        button.title = verdict.interval ? `95% CI ${verdict.interval}` : "no interval"
        const asked = element("span", "question", title)
        button.append(asked, ...(verdict.word ? [element("span", "word", verdict.word), " "] : []))
        button.append(element("span", "number", verdict.number))
        cell.append(button)
      }
      row.append(cell)
    }
    body.append(row)
  }
  const top = element("thead")
  top.append(head)
  table.append(top, body)
  root.replaceChildren(table)
}
