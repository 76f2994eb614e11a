// The header of a page: its title, buttons that are the page's keys, and a line below them.
// A dialog that a button opens gives the focus back to what the page knows as focused: the element around this
// component. It takes the focus then and passes it on to the button.
function awaitFocus(button) {
  const { host } = button.getRootNode()
  const passOn = () => {
    host.removeAttribute("tabindex")
    button.focus({ preventScroll: true })
  }
  host.tabIndex = -1
  host.addEventListener("focus", passOn, { once: true })
}

// A plain click on a link acts within the page; with a modifier it opens a new tab, as links do.
function actionOf(action, tell) {
  const made = element(action.href ? "a" : "button", "action")
  const parts = [icon(action.icon), element("span", "label", action.label)]
  made.append(...(action.icon === "next" ? parts.reverse() : parts))
  if (action.help) made.title = action.help
  made.dataset.key = action.key
  if (action.href) made.href = action.href
  else {
    made.type = "button"
    made.disabled = action.is_disabled
  }
  made.onclick = event => {
    if (action.href && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return
    event.preventDefault()
    tell(action.key)
    if (action.opens_dialog) awaitFocus(made)
  }
  return made
}

// A question mark that opens an explanation. Escape closes it, before the page receives the key.
function helpOf(text) {
  const button = element("button", "help", "?"), tip = element("div", "tip", text)
  button.type = "button"
  button.setAttribute("aria-label", "Keys of this page")
  tip.setAttribute("popover", "auto")
  tip.id = "tip"
  button.setAttribute("popovertarget", tip.id)
  tip.addEventListener("beforetoggle", () => {
    const { right, bottom } = button.getBoundingClientRect()
    tip.style.right = `${window.innerWidth - right}px`
    tip.style.top = `${bottom + 4}px`
  })
  button.onkeydown = event => {
    if (event.key !== "Escape" || !tip.matches(":popover-open")) return
    event.preventDefault()
    tip.hidePopover()
  }
  return [button, tip]
}

// The title; if words are before it, it is an id, which is then small.
function titleOf({ topic, title }) {
  const words = element("div", topic ? "title with-topic" : "title")
  if (topic) words.append(element("span", "topic", topic), " ")
  words.append(element("h1", "", title))
  return words
}

// The link to a part of the page, which a component's own scope would not find.
function placeOf({ place, order, link, target, help }) {
  const made = element("span", "place", place)
  const anchor = element("a", "", link)
  anchor.href = `#${target}`
  anchor.onclick = event => {
    event.preventDefault()
    document.getElementById(target)?.scrollIntoView()
  }
  made.append(element("span", "order", ` ${order}`), " · ", anchor, " ", ...helpOf(help))
  return made
}

function fullScreenAction() {
  const button = element("button", "action full-screen")
  button.type = "button"
  button.title = "Key: F"
  button.onclick = toggleFullScreen
  return button
}

// While a header is drawn ahead of the server, the last action that was chosen waits for the server's header, since the
// server would still refer it to the page before. That header may be another component, so the document keeps it.
const PAGE = document.documentElement.dataset

function run({ data, parentElement, setTriggerValue, isAhead }) {
  const root = parentElement.querySelector(".action_header")
  const ownKeys = data.has_full_screen ? FULL_SCREEN_KEYS : []
  const tell = key => {
    if (ownKeys.includes(key)) return toggleFullScreen()
    if (root.isWaiting) return void (PAGE.waitingAction = key)
    setTriggerValue("pressed", key)
    window.dispatchEvent(new CustomEvent("trilens-action", { detail: key }))
  }
  const { listener, ...drawn } = data
  const content = JSON.stringify(drawn)
  if (root.dataset.content !== content) {
    root.dataset.content = content
    const focused = root.getRootNode().activeElement?.dataset?.key
    const top = element("div", "top"), actions = element("div", "actions"), line = element("div", "line")
    actions.append(...data.actions.map(action => actionOf(action, tell)))
    if (data.has_full_screen) actions.append(fullScreenAction())
    top.append(titleOf(data), actions)
    if (data.line) line.append(element("span", "told", data.line.text), placeOf(data.line))
    root.replaceChildren(top, ...(data.line ? [line] : []))
    if (focused) [...actions.children].find(action => action.dataset.key === focused)?.focus({ preventScroll: true })
  }
  const ends = [listenToKeys({ ...listener, keys: [...listener.keys, ...ownKeys] }, tell)]
  const button = root.querySelector(".full-screen")
  if (button) ends.push(nameFullScreen(button))
  root.isWaiting = isAhead
  const waiting = PAGE.waitingAction
  if (waiting && !isAhead) {
    delete PAGE.waitingAction
    tell(waiting)
  }
  return () => ends.forEach(end => end())
}
