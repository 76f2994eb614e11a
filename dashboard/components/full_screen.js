// Full screen of the whole page, by a button or by F. Browsers allow it only right after a click or a key.
const FIELDS = "input, textarea, select, [contenteditable=true], [role=combobox], [role=dialog]"

function toggle() {
  if (document.fullscreenElement) document.exitFullscreen()
  else document.documentElement.requestFullscreen()
}

function run({ parentElement }) {
  const root = parentElement.querySelector(".full_screen")
  const button = root.querySelector("button") ?? document.createElement("button")
  button.type = "button"
  button.title = "Key: F"
  button.onclick = toggle
  root.replaceChildren(button)
  const name = () => { button.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen" }
  const press = event => {
    if (event.key.toLowerCase() !== "f" || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.composedPath().some(node => node instanceof Element && node.matches(FIELDS))) return
    event.preventDefault()
    toggle()
  }
  name()
  document.addEventListener("fullscreenchange", name)
  window.addEventListener("keydown", press)
  return () => {
    document.removeEventListener("fullscreenchange", name)
    window.removeEventListener("keydown", press)
  }
}
