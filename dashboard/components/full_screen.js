// Full screen of the whole page. Browsers allow it only right after a click or a key.
const FULL_SCREEN_KEYS = ["f", "F"]

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen()
  else document.documentElement.requestFullscreen()
}

// Names a button by what a click on it does, until the returned function is called.
function nameFullScreen(button) {
  const name = () => { button.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen" }
  name()
  document.addEventListener("fullscreenchange", name)
  return () => document.removeEventListener("fullscreenchange", name)
}
