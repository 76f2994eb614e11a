// The keys of a page. A key is the page's only while nothing on the page has a use for it.

const FIELDS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, " +
  "[contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=searchbox], [role=spinbutton]"

// What has arrow keys of its own: sliders, radio buttons, tabs, menus, tables that are painted on a canvas.
const WITH_ARROWS = "input, [role=slider], [role=radio], [role=tab], [role=grid], [role=treegrid], [role=menu], canvas"

const DIALOG = "[role=dialog], [role=alertdialog]"

const OPEN = `${DIALOG}, [role=listbox], [role=menu], [data-baseweb=popover], ` +
  "[data-testid=stPopoverBody], [aria-haspopup][aria-expanded=true], [role=combobox][aria-expanded=true]"

const COMMANDS = ["altKey", "ctrlKey", "metaKey"], MODIFIERS = [...COMMANDS, "shiftKey"]

function isSeen(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden"
}

function wayOf(event) {
  return event.composedPath().filter(node => node instanceof Element)
}

// At an R Streamlit runs the page again, which would close the dialog that is open or on its way.
function isLost(event) {
  if (!/^[a-z]$/i.test(event.key) || COMMANDS.some(name => event[name])) return false
  if (wayOf(event).some(node => node.matches(FIELDS))) return false
  return isAwaited || [...document.querySelectorAll(DIALOG)].some(isSeen)
}

function isWanted(event) {
  if (event.isComposing || MODIFIERS.some(name => event[name])) return false
  const way = wayOf(event)
  if (way.some(node => node.matches(FIELDS) || (event.key !== "Escape" && node.matches(WITH_ARROWS)))) return false
  // A picture or a chart on the whole screen has its own keys; a whole page does not.
  const alone = document.fullscreenElement
  if (alone !== null && alone !== document.documentElement) return false
  return !isAwaited && ![...document.querySelectorAll(OPEN)].some(isSeen)
}

const LATER_MS = 5000

// Whether a field is on its way that a key opens: what is typed meanwhile is meant for it and for nothing on the page.
let isAwaited = false

// The field may come with the server's answer only, and take the focus only when what it stands in has been opened.
// A dialog takes the focus first, and leaves it to its field.
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

function run({ data, parentElement, setTriggerValue }) {
  let free = null
  // Looked at before anybody else hears of the key: by then a list that it closes would be gone.
  const look = event => {
    if (isLost(event)) event.stopPropagation()
    free = data.keys.includes(event.key) && isWanted(event) ? event : null
  }
  // Told only if nobody on the way has used the key.
  const tell = event => {
    if (event !== free || event.defaultPrevented) return
    event.preventDefault()
    setTriggerValue("pressed", event.key)
    if (data.fields[event.key]) focusWhenThere(data.fields[event.key])
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
