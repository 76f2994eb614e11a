// The keys of a page. A key is the page's only while nothing on the page has a use for it.

const FIELDS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, " +
  "[contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=searchbox], [role=spinbutton]"

// What has arrow keys of its own: sliders, radio buttons, tabs, menus, tables that are painted on a canvas.
const WITH_ARROWS = "input, [role=slider], [role=radio], [role=tab], [role=grid], [role=treegrid], [role=menu], canvas"

const OPEN = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu], [data-baseweb=popover], " +
  "[data-testid=stPopoverBody], [aria-haspopup][aria-expanded=true], [role=combobox][aria-expanded=true]"

const MODIFIERS = ["altKey", "ctrlKey", "metaKey", "shiftKey"]

function isSeen(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden"
}

function isWanted(event) {
  if (event.isComposing || MODIFIERS.some(name => event[name])) return false
  const way = event.composedPath().filter(node => node instanceof Element)
  if (way.some(node => node.matches(FIELDS) || (event.key !== "Escape" && node.matches(WITH_ARROWS)))) return false
  // A picture or a chart on the whole screen has its own keys; a whole page does not.
  const alone = document.fullscreenElement
  if (alone !== null && alone !== document.documentElement) return false
  return ![...document.querySelectorAll(OPEN)].some(isSeen)
}

function run({ data, parentElement, setTriggerValue }) {
  let free = null
  // Looked at before anybody else hears of the key: by then a list that it closes would be gone.
  const look = event => { free = data.keys.includes(event.key) && isWanted(event) ? event : null }
  // Told only if nobody on the way has used the key.
  const tell = event => {
    if (event !== free || event.defaultPrevented) return
    event.preventDefault()
    setTriggerValue("pressed", event.key)
  }
  const load = () => { for (const url of data.pictures) new Image().src = url }
  if (data.pictures.length) (window.requestIdleCallback ?? setTimeout)(load)
  window.addEventListener("keydown", look, true)
  window.addEventListener("keydown", tell)
  return () => {
    window.removeEventListener("keydown", look, true)
    window.removeEventListener("keydown", tell)
  }
}
