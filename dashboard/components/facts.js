// Facts by name, in tables side by side.
function row([name, value]) {
  const node = element("tr"), head = element("th", "", name)
  head.scope = "row"
  node.append(head, element("td", "", value))
  return node
}

function tableOf(values) {
  const table = element("table"), body = element("tbody")
  body.append(...values.map(row))
  table.append(body)
  return table
}

function sideOf({ title, values, note, folded, folded_title }) {
  const side = element("div", "side")
  if (title) side.append(element("p", "title", title))
  if (values.length) side.append(tableOf(values))
  if (note) side.append(element("p", "note", note))
  if (folded.length) {
    const details = element("details")
    details.append(element("summary", "", folded_title), tableOf(folded))
    side.append(details)
  }
  return side
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".facts"), content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  root.replaceChildren(...data.tables.map(sideOf))
}
