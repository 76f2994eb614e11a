// Slash, or Ctrl and K, focuses a field from anywhere on the page and opens a folded sidebar for it. Enter leaves it,
// so that the keys of the opened page work at once.
const FIELDS = "input, textarea, select, [contenteditable=true], [role=combobox]"
const SIDEBAR = "[data-testid=stExpandSidebarButton] button, button[data-testid=stExpandSidebarButton]"

function run({ data }) {
  const focus = () => {
    const field = document.querySelector(data.field)
    if (!field) return
    document.querySelector(SIDEBAR)?.click()
    field.focus()
    field.select()
  }
  const press = event => {
    if (event.key === "Enter" && event.target.matches?.(data.field)) setTimeout(() => event.target.blur())
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey
    const isLetter = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isSlash && !isLetter) return
    const isTyping = event.composedPath().some(node => node instanceof Element && node.matches(FIELDS))
    if (isSlash && isTyping) return
    event.preventDefault()
    focus()
  }
  window.addEventListener("keydown", press, true)
  return () => window.removeEventListener("keydown", press, true)
}
