// Streamlit runs a script again whenever its data change, and calls what it returned only when the component goes. Here a run
// ends the one before it, so that one of them at most listens to the page.
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
