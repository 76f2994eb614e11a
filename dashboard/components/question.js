// A question with its options. The key has a background and a word, so that it can be told without colour.
function optionOf({ letter, text, note, is_key }) {
  const line = element("li"), words = element("span", is_key ? "key" : "")
  words.append(element("b", "", `${letter}.`), ` ${text}`)
  if (note) words.append(" ", element("span", "note", note))
  if (is_key) words.append(" · ", element("b", "", "key"))
  line.append(words)
  return line
}

function listOf({ options, sentences }) {
  const part = element("div"), list = element("ol")
  list.setAttribute("role", "list")
  list.append(...options.map(optionOf))
  part.append(list, ...sentences.map(sentence => element("p", "sentence", sentence)))
  return part
}

function run({ data, parentElement }) {
  const root = parentElement.querySelector(".question"), content = JSON.stringify(data)
  if (root.dataset.content === content) return
  root.dataset.content = content
  const asked = data.text ? [element("h3", "", "Question"), element("p", "text", data.text)] : []
  root.replaceChildren(...asked, ...data.lists.map(listOf))
}
