// A reply as text; the deciding words are marked and state their kind of evidence.
function pieceOf({ text, evidence }) {
  if (!evidence) return document.createTextNode(text)
  const mark = document.createElement("mark"), note = document.createElement("span")
  mark.title = evidence
  note.className = "note"
  note.textContent = ` (read from ${evidence})`
  mark.append(document.createTextNode(text), note)
  return mark
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".reply"), content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const block = document.createElement("pre")
  block.tabIndex = 0
  block.append(...data.pieces.map(pieceOf))
  root.replaceChildren(block)
}
