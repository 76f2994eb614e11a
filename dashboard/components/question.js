// A question with its options. The correct one has a background and a word, so that it can be told without colour.
function optionOf({ letter, text, note, is_key }) {
  const line = element("li"), words = element("span", is_key ? "key" : "")
  words.append(element("b", "", `${letter}.`), ` ${text}`)
  if (note) words.append(" ", element("span", "note", note))
  if (is_key) words.append(" · ", element("b", "", "correct"))
  line.append(words)
  return line
}

// The correct option above the others, since long notes may push its line below the screen.
function correctLine(answer, explanation = "") {
  const line = element("p", "correct", "Correct: ")
  line.append(element("b", "", answer), explanation)
  return line
}

const MAX_KEY = 30
const keyOf = ({ letter, text }) => correctLine(letter, text.length <= MAX_KEY ? ` (${text})` : "")

function listOf({ options, sentences, correct }, namesKey) {
  const part = element("div"), list = element("ol")
  list.setAttribute("role", "list")
  list.append(...options.map(optionOf))
  const keys = namesKey ? options.filter(option => option.is_key).map(keyOf) : []
  part.append(...keys, ...(correct ? [correctLine(correct)] : []), list)
  part.append(...sentences.map(sentence => element("p", "sentence", sentence)))
  return part
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".question"), content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const asked = data.text ? [element("h3", "", "Question"), element("p", "text", data.text)] : []
  const result = data.result ? [element("p", "result", data.result)] : []
  root.replaceChildren(...asked, ...result, ...data.lists.map(options => listOf(options, data.names_key)))
}
