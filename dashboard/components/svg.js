// An SVG element with its attributes and its text.
const SVG = "http://www.w3.org/2000/svg"

function node(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) made.textContent = text
  return made
}
