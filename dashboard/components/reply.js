// A reply as text; marked words state why: the kind of evidence, or that another text lacks them.
function pieceOf({ text, evidence }, explanation) {
  if (!evidence) return document.createTextNode(text)
  const mark = document.createElement("mark"), note = document.createElement("span")
  mark.title = evidence
  note.className = "note"
  note.textContent = ` (${explanation}${evidence})`
  mark.append(document.createTextNode(text), note)
  return mark
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".reply"), content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const block = document.createElement("pre")
  block.tabIndex = 0
  block.append(...data.pieces.map(piece => pieceOf(piece, data.explanation)))
  root.replaceChildren(block)
}
