// The keys of a page, which receives a key only if no element on it uses the key.

const FIELDS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, " +
  "[contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=searchbox], [role=spinbutton]"

// Elements that use arrow keys: sliders, radio buttons, tabs, menus, tables that are painted on a canvas.
const WITH_ARROWS = "input, [role=slider], [role=radio], [role=tab], [role=grid], [role=treegrid], [role=menu], canvas"

const DIALOG = "[role=dialog], [role=alertdialog]"

const OPEN = `${DIALOG}, ${POPOVER}, [role=listbox], [role=menu], [data-baseweb=popover], ` +
  "[aria-haspopup][aria-expanded=true], [role=combobox][aria-expanded=true]"

const COMMANDS = ["altKey", "ctrlKey", "metaKey"], MODIFIERS = [...COMMANDS, "shiftKey"]

function isSeen(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden"
}

function wayOf(event) {
  return event.composedPath().filter(node => node instanceof Element)
}

// R makes Streamlit run the page again, which would close a dialog that is open or opening.
function isLost(event) {
  if (!/^[a-z]$/i.test(event.key) || COMMANDS.some(name => event[name])) return false
  if (wayOf(event).some(node => node.matches(FIELDS))) return false
  return isAwaited || [...document.querySelectorAll(DIALOG)].some(isSeen)
}

function isWanted(event) {
  if (event.isComposing || MODIFIERS.some(name => event[name])) return false
  const way = wayOf(event)
  if (way.some(node => node.matches(FIELDS) || (event.key !== "Escape" && node.matches(WITH_ARROWS)))) return false
  // An image or a chart in full screen uses its own keys; a page in full screen does not.
  const alone = document.fullscreenElement
  if (alone !== null && alone !== document.documentElement) return false
  return !isAwaited && ![...document.querySelectorAll(OPEN)].some(isSeen)
}

const LATER_MS = 5000

// Whether a key is opening a field: keys typed meanwhile belong to the field, not to the page.
let isAwaited = false

// The field may appear only with the server's answer, and can take the focus only when its container is open.
// A dialog takes the focus first, and passes it to its field.
function focusWhenThere(selector) {
  const before = document.activeElement, end = performance.now() + LATER_MS
  const look = () => {
    const active = document.activeElement
    isAwaited = ([before, document.body].includes(active) || active.matches(DIALOG)) && performance.now() < end
    if (!isAwaited) return
    document.querySelector(selector)?.focus()
    requestAnimationFrame(look)
  }
  look()
}

// The last text for which the focused element has lost the focus.
let focusToken = ""

function releaseFocus(token) {
  if (token && token !== focusToken) document.activeElement?.blur()
  focusToken = token
}

// Calls `tell` with each key of `data.keys` that belongs to the page, and then focuses its field of `data.fields`.
// Returns the function that ends the listening.
function listenToKeys(data, tell) {
  let free = null
  releaseFocus(data.focusToken)
  // Runs before other listeners of the key, since a list that the key closes would be gone afterwards.
  const look = event => {
    if (isLost(event)) event.stopPropagation()
    free = data.keys.includes(event.key) && isWanted(event) ? event : null
  }
  // Reports the key only if no element on its way has used it.
  const report = event => {
    if (event !== free || event.defaultPrevented) return
    event.preventDefault()
    tell(event.key)
    if (data.fields[event.key]) focusWhenThere(data.fields[event.key])
  }
  window.addEventListener("keydown", look, true)
  window.addEventListener("keydown", report)
  return () => {
    window.removeEventListener("keydown", look, true)
    window.removeEventListener("keydown", report)
  }
}
