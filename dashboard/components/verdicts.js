// A table of models on one axis, with a verdict on each question. Models and verdicts are buttons.
const DOT_PX = 17, FOIL_PX = 15

// Width of a value beside the axis: at least this, and enough for the longest small text below one.
const VALUE_PX = 44, SMALL_SIGN_PX = 5.8

// Share of the axis that a character of a line's name takes if the axis is narrow.
const SIGN_SHARE = 0.034

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".verdicts")
  const content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const longest = Math.max(...data.lines.map(line => line.foil_text.length))
  root.style.setProperty("--value", `${Math.max(VALUE_PX, Math.ceil(SMALL_SIGN_PX * longest))}px`)
  const share = value => `${100 * (value - data.low) / (data.high - data.low)}%`
  const open = (run_id, question) => () => setTriggerValue("opened", { run_id, question })

  // The axis of a row: the band between the outer lines, the lines, and the model's marks.
  function axis(line) {
    const place = element("div", "axis")
    const at = data.marks.map(mark => mark.at)
    if (at.length > 1) {
      const band = element("span", "band")
      band.style.left = share(Math.min(...at))
      band.style.right = `calc(100% - ${share(Math.max(...at))})`
      place.append(band)
    }
    for (const mark of data.marks) {
      const stroke = element("span", "mark")
      stroke.style.left = share(mark.at)
      place.append(stroke)
    }
    if (!line) return place
    place.style.setProperty("--model", line.colour)
    if (line.low !== null && line.high !== null) {
      const interval = element("span", "interval")
      interval.style.left = share(line.low)
      interval.style.right = `calc(100% - ${share(line.high)})`
      place.append(interval)
    }
    if (line.foil !== null) {
      const foil = element("span", "dot foil")
      foil.append(shapeNode(line.shape, line.colour, FOIL_PX, true))
      foil.style.left = share(line.foil)
      place.append(foil)
    }
    const dot = element("span", "dot")
    dot.append(shapeNode(line.shape, line.colour, DOT_PX, false))
    dot.style.left = share(line.value)
    place.append(dot)
    place.title = line.says
    return place
  }

  // The names of the lines, in several rows if they would overlap.
  function names() {
    const place = element("div", "names")
    const rows = []
    const sorted = [...data.marks].sort((one, other) => one.at - other.at)
    for (const mark of sorted) {
      const left = (mark.at - data.low) / (data.high - data.low)
      const width = SIGN_SHARE * mark.text.length
      const start = left + width / 2 > 1 ? left - width : left - width / 2 < 0 ? left : left - width / 2
      let row = rows.findIndex(end => end <= start)
      if (row < 0) row = rows.push(0) - 1
      rows[row] = start + width
      const name = element("span", "", mark.text)
      name.style.left = `${100 * left}%`
      name.style.top = `${1.15 * row}em`
      name.style.transform = `translateX(${-100 * (left - start) / width}%)`
      place.append(name)
    }
    place.style.height = `${1.15 * Math.max(1, rows.length)}em`
    return place
  }

  const table = element("table")
  const head = element("tr")
  const scored = element("th", "score")
  scored.scope = "col"
  scored.append(element("span", "title", data.title), names())
  const model = element("th", "", "Model")
  model.scope = "col"
  head.append(model, scored)
  for (const { title, note } of data.heads) {
    const cell = element("th", "asked", title)
    cell.scope = "col"
    cell.title = note
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
    const value = element("span", "value", line.text)
    if (line.foil_text) value.append(element("small", "", line.foil_text))
    scale.append(axis(line), value)
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
        button.append(asked, element("span", "word", verdict.word), " ", element("span", "number", verdict.number))
        if (verdict.needed) button.append(" ", element("small", "needed", verdict.needed))
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
