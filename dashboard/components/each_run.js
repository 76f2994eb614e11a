// Streamlit runs a script again whenever its data change, and calls its cleanup function only when the component is
// removed. Here each run cleans up after the previous one, so that at most one of them listens to the page.
const ENDS = new WeakMap()

function endRun(parentElement) {
  for (const end of ENDS.get(parentElement) ?? []) end?.()
  ENDS.delete(parentElement)
}

// Draws data, and whatever `draw_ahead.js` announces for this component until the server's data arrive.
export default function drawEachRun(given) {
  const { data, parentElement } = given
  const drawAhead = ({ detail }) => {
    const ahead = detail[data.element_key]
    if (ahead) drawEachRun({ ...given, data: { ...ahead, element_key: data.element_key } })
  }
  endRun(parentElement)
  window.addEventListener("trilens-draw-ahead", drawAhead)
  ENDS.set(parentElement, [run(given), () => window.removeEventListener("trilens-draw-ahead", drawAhead)])
  return () => endRun(parentElement)
}
