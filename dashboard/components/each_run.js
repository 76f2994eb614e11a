// Streamlit runs a script again whenever its data change, and calls its cleanup function only when the component is
// removed. Here each run cleans up after the previous one, so that at most one of them listens to the page.
const ENDS = new WeakMap()

export default function (given) {
  const end = () => {
    ENDS.get(given.parentElement)?.()
    ENDS.delete(given.parentElement)
  }
  end()
  const ended = run(given)
  if (ended) ENDS.set(given.parentElement, ended)
  return end
}
