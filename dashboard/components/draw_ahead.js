// Draws what a key will show at once, before the server answers: the components of the page get the data that the server
// has sent ahead. Their images are loaded when the browser is idle. The server sends this component last, so its run is
// the end of an answer.
function run({ data }) {
  let isUsed = false
  const draw = ({ detail: action }) => {
    if (isUsed || !data.ahead[action]) return
    isUsed = true
    window.dispatchEvent(new CustomEvent("trilens-draw-ahead", { detail: data.ahead[action] }))
  }
  const urls = Object.values(data.ahead).flatMap(parts => Object.values(parts)).map(part => part.url).filter(Boolean)
  const load = () => { for (const url of urls) new Image().src = url }
  if (urls.length) (window.requestIdleCallback ?? setTimeout)(load)
  window.dispatchEvent(new CustomEvent("trilens-answered"))
  window.addEventListener("trilens-action", draw)
  return () => window.removeEventListener("trilens-action", draw)
}
