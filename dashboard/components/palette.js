// The command palette. The listed commands are searched here; for models, cases and notes, which may be many, the server
// searches a moment after the last letter. All names are set as text, never as HTML.
const WAIT_MS = 150, AGAIN_MS = 2000, MOST = 40
const FIELDS = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], " +
  "[role=combobox], [role=textbox]"

function create(tag, name, text) {
  const element = document.createElement(tag)
  if (name) element.className = name
  if (text !== undefined) element.textContent = text
  return element
}

// Whether every typed word is in the name, its kind or its remark; a single letter must begin the name.
function isMatch(command, typed) {
  const name = command.label.toLowerCase(), text = `${command.kind} ${name} ${command.detail}`.toLowerCase()
  return typed.toLowerCase().split(/\s+/).every(word => word.length > 1 ? text.includes(word) : name.startsWith(word))
}

const PALETTES = new WeakMap()

function build(root) {
  const palette = { given: null, shown: [], place: 0, timer: 0, isEnterAwaited: false }
  const button = create("button"), dialog = create("dialog"), field = create("input"), list = create("ul")
  button.type = "button"
  button.append(create("span", "", "Search"), create("kbd", "", "Ctrl K"))
  dialog.setAttribute("aria-label", "Search and commands")
  field.setAttribute("role", "combobox")
  field.setAttribute("aria-controls", "palette-list")
  field.setAttribute("aria-expanded", "true")
  field.setAttribute("aria-label", "Search")
  field.maxLength = 120
  list.id = "palette-list"
  list.setAttribute("role", "listbox")
  list.setAttribute("aria-label", "Results")
  root.append(button, dialog)

  const typed = () => field.value.trim()

  const mark = () => {
    for (const [place, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(place === palette.place))
    const item = list.children[palette.place]
    if (item?.id) field.setAttribute("aria-activedescendant", item.id)
    item?.scrollIntoView({ block: "nearest" })
  }

  const choose = command => {
    palette.isEnterAwaited = false
    dialog.close()
    palette.given.setTriggerValue("chosen", `${command.kind}\n${command.target}`)
  }

  palette.fill = () => {
    const { data } = palette.given, text = typed(), isCurrent = data.typed === text
    palette.shown = data.commands.filter(command => !text || isMatch(command, text))
    if (text && isCurrent) palette.shown.push(...data.found)
    palette.shown = palette.shown.slice(0, MOST)
    palette.place = Math.min(palette.place, Math.max(palette.shown.length - 1, 0))
    list.replaceChildren(...palette.shown.map((command, place) => {
      const item = create("li")
      item.id = `palette-item-${place}`
      item.setAttribute("role", "option")
      item.append(create("span", "kind", command.kind), create("span", "label", command.label))
      if (command.detail) item.append(create("span", "detail", command.detail))
      item.onclick = () => choose(command)
      item.onmousemove = () => { if (palette.place !== place) { palette.place = place; mark() } }
      return item
    }))
    if (palette.isEnterAwaited && isCurrent) {
      palette.isEnterAwaited = false
      if (palette.shown.length === 1) return choose(palette.shown[0])
    }
    if (!palette.shown.length) list.append(create("li", "none", isCurrent ? "Nothing has this name." : "Searching …"))
    mark()
  }

  // What is sent while the page changes may be lost, so it is sent again until the answer is there.
  const tell = wait => {
    clearTimeout(palette.timer)
    palette.timer = setTimeout(() => {
      if (!dialog.open || !typed() || palette.given.data.typed === typed()) return
      palette.given.setTriggerValue("typed", typed())
      tell(AGAIN_MS)
    }, wait)
  }

  const open = content => {
    dialog.replaceChildren(...content)
    if (!dialog.open) dialog.showModal()
  }

  palette.search = () => {
    field.placeholder = palette.given.data.placeholder
    field.value = ""
    palette.place = 0
    open([field, list])
    palette.fill()
    field.focus()
  }

  palette.explain = () => {
    const lines = create("dl")
    for (const [key, effect] of palette.given.data.keys) {
      const term = create("dt")
      term.append(create("kbd", "", key))
      lines.append(term, create("dd", "", effect))
    }
    open([create("h2", "", "Keys"), lines])
  }

  button.onclick = palette.search
  field.oninput = () => {
    palette.place = 0
    palette.isEnterAwaited = false
    palette.fill()
    tell(WAIT_MS)
  }
  const handleKey = event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && palette.shown.length) {
      palette.place = (palette.place + step + palette.shown.length) % palette.shown.length
      mark()
    } else if (event.key === "Enter" && palette.shown[palette.place]) choose(palette.shown[palette.place])
    else if (event.key === "Enter" && typed()) { // the server has not answered yet: a single result is chosen then
      palette.isEnterAwaited = true
      tell(0)
    } else return
    event.preventDefault()
  }
  field.onkeydown = handleKey
  // Streamlit hides the sidebar for a moment when a page changes: a hidden field loses the focus, and cannot get it.
  palette.takeKey = event => {
    if (!dialog.contains(field) || event.composedPath().includes(field)) return
    field.focus()
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isLetter && !field.matches(":focus")) {
      field.value += event.key
      field.oninput()
      event.preventDefault()
      event.stopPropagation()
    } else handleKey(event)
  }
  // A click beside the list closes it.
  dialog.onclick = event => {
    const box = dialog.getBoundingClientRect()
    if (event.target === dialog && (event.clientX < box.left || event.clientX > box.right || event.clientY > box.bottom ||
      event.clientY < box.top)) dialog.close()
  }
  palette.isOpen = () => dialog.open
  palette.close = () => dialog.close()
  return palette
}

function run(given) {
  // The page is drawn and has its own copy: a second one, and rules for loading, would cost time at each change.
  document.getElementById("trilens-early-styles")?.remove()
  const root = given.parentElement.querySelector(".palette")
  if (!PALETTES.has(root)) PALETTES.set(root, build(root))
  const palette = PALETTES.get(root)
  palette.given = given
  if (palette.isOpen()) palette.fill()
  const press = event => {
    const isLetter = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (palette.isOpen()) {
      palette.takeKey(event)
      if (event.defaultPrevented) return
    }
    const isTyping = event.composedPath().some(node => node instanceof Element && node.matches(FIELDS))
    if (isLetter || (event.key === "/" && isPlain && !isTyping)) palette.search()
    else if (event.key === "?" && isPlain && !isTyping) palette.explain()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener("keydown", press, true)
  return () => window.removeEventListener("keydown", press, true)
}
