// Underlines the first use of each glossary word on a page, and shows its meaning on hover. The page's elements
// are not changed: the browser paints the underlines (CSS Custom Highlight API).
const NAME = "glossary", TIP = "trilens-glossary-tip"
const SKIPPED = "input, textarea, select, button, code, pre, svg, canvas, style, script, h1, [role=tab], [role=tooltip], [contenteditable=true], a"
// A page is searched after it has been still for this long, since a search delays drawing, or at the
// latest after the second time, since some pages always move.
const STILL_MS = 250, LATEST_MS = 1500, GAP_PX = 8
// Phrases in which a word has another sense than in the glossary, as regular expressions: chance as luck, a paper's
// figure, the verb run (also before a command in another element).
const OTHER_SENSES = ["by chance", "more than chance", "be chance", "chance (?:alone|findings?)", "figures? \\d+", "(?:to|trilens) run", "run\\s+$"]

// The first group of a match is a use of the word; a match without it has another sense.
function pattern(forms, isExact) {
  const escaped = forms.map(form => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  const phrases = `${OTHER_SENSES.join("|")}|(${escaped.join("|")})`
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases})(?![\\p{L}\\p{N}_])`, isExact ? "gu" : "giu")
}

function findUse(pattern, text) {
  for (const match of text.matchAll(pattern)) if (match[1]) return match
  return null
}

// Skips whole branches without words that can be underlined; visits texts.
function look(node) {
  if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT
  return node.matches(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
}

function firstUses(root, terms, anyTerm) {
  const found = []
  let open = terms
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, look)
  while (open.length && walker.nextNode()) {
    const text = walker.currentNode
    if (!findUse(anyTerm, text.data)) continue
    const hits = open.map(term => [term, findUse(term.pattern, text.data)]).filter(([, hit]) => hit)
    if (!hits.length || !text.parentElement?.getClientRects().length) continue
    const taken = []
    for (const [term, hit] of hits.sort(([, one], [, other]) => other[0].length - one[0].length)) {
      const start = hit.index, end = start + hit[0].length
      if (taken.some(([from, to]) => start < to && end > from)) continue
      taken.push([start, end])
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      found.push({ term, range })
      open = open.filter(other => other !== term)
    }
  }
  return found
}

function tip() {
  let node = document.getElementById(TIP)
  if (!node) {
    node = document.createElement("div")
    node.id = TIP
    node.setAttribute("role", "tooltip")
    node.style.fontSize = ".875rem"
    document.body.append(node)
  }
  return node
}

function say(use, rect) {
  const node = tip(), word = document.createElement("strong")
  word.textContent = use.term.word
  node.replaceChildren(word, document.createTextNode(` ${use.term.meaning}`))
  node.hidden = false
  const width = node.offsetWidth, height = node.offsetHeight
  const below = rect.bottom + GAP_PX + height < window.innerHeight
  node.style.left = `${Math.max(GAP_PX, Math.min(rect.left, window.innerWidth - width - GAP_PX))}px`
  node.style.top = `${below ? rect.bottom + GAP_PX : rect.top - GAP_PX - height}px`
}

function run({ data }) {
  if (!window.Highlight || !CSS.highlights) return
  const formsOf = term => [term.word, ...term.forms]
  const terms = data.terms.map(term => ({ ...term, pattern: pattern(formsOf(term), formsOf(term).some(form => form.length < 3)) }))
  const anyTerm = pattern(data.terms.flatMap(formsOf), false)
  let uses = [], timer = null, waitingSince = null, shown = null
  const mark = () => {
    waitingSince = null
    const root = findMain()
    uses = root ? firstUses(root, terms, anyTerm) : []
    CSS.highlights.set(NAME, new Highlight(...uses.map(use => use.range)))
  }
  const markSoon = () => {
    const now = performance.now()
    waitingSince ??= now
    clearTimeout(timer)
    timer = setTimeout(mark, Math.max(0, Math.min(STILL_MS, waitingSince + LATEST_MS - now)))
  }
  const hide = () => {
    if (shown) tip().hidden = true
    shown = null
  }
  const point = event => {
    if (event.buttons || !uses.length) return
    for (const use of uses) {
      const rect = [...use.range.getClientRects()].find(one =>
        event.clientX >= one.left && event.clientX <= one.right && event.clientY >= one.top && event.clientY <= one.bottom)
      if (!rect || !use.range.startContainer.parentElement?.contains(document.elementFromPoint(event.clientX, event.clientY))) continue
      if (shown !== use) say(use, rect)
      shown = use
      return
    }
    hide()
  }
  const watcher = new MutationObserver(markSoon)
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  document.addEventListener("pointermove", point, { passive: true })
  document.addEventListener("scroll", hide, { passive: true, capture: true })
  document.addEventListener("keydown", hide, { passive: true, capture: true }) // a key may open the command palette
  markSoon()
  return () => {
    watcher.disconnect()
    clearTimeout(timer)
    hide()
    CSS.highlights.delete(NAME)
    document.removeEventListener("pointermove", point)
    document.removeEventListener("scroll", hide, { capture: true })
    document.removeEventListener("keydown", hide, { capture: true })
  }
}
