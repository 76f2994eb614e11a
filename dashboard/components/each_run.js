// Streamlit runs a script again whenever its data change, and calls its cleanup function only when the component is
// removed. Here each run cleans up after the previous one, so that at most one of them listens to the page.
const ENDS = new WeakMap()

// Of empty components, the element in which they draw, before anything was drawn.
const BLANKS = new WeakMap(), ROOT = "[data-root]"

function endRun(parentElement) {
  for (const end of ENDS.get(parentElement) ?? []) end?.()
  ENDS.delete(parentElement)
}

function listenToPage(name, handle) {
  window.addEventListener(name, handle)
  return () => window.removeEventListener(name, handle)
}

// Draws the server's data, and meanwhile what `draw_ahead.js` or `case_preview.js` announces for this component. If the
// server answers with the same data as before, it does not run the script again, so they are drawn again here. An empty
// component has no data of the server, and is empty again after its answer.
export default function drawEachRun(given) {
  const { data, parentElement } = given
  const server = given.server ?? given
  const drawAhead = ({ detail }) => {
    const ahead = detail[data.element_key]
    if (ahead) drawEachRun({ ...server, data: { ...ahead, element_key: data.element_key }, server })
  }
  const takeBack = () => {
    if (!given.server) return
    if (server.data.is_empty) parentElement.querySelector(ROOT).replaceWith(BLANKS.get(parentElement).cloneNode())
    drawEachRun(server)
  }
  if (data.is_empty && !BLANKS.has(parentElement)) BLANKS.set(parentElement, parentElement.querySelector(ROOT).cloneNode())
  endRun(parentElement)
  const isAhead = Boolean(given.server)
  ENDS.set(parentElement, [
    data.is_empty ? null : run({ ...given, isAhead }), listenToPage("trilens-draw-ahead", drawAhead), listenToPage("trilens-answered", takeBack)
  ])
  return () => endRun(parentElement)
}
