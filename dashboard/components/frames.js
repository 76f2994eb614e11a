// A strip of thumbnails in one line. A click, an arrow key, Home or End chooses a frame and reports its number.
const KEYS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }

function frameOf(url, number, choose) {
  const button = document.createElement("button")
  button.type = "button"
  button.setAttribute("role", "radio")
  button.setAttribute("aria-label", `Frame ${number + 1}`)
  const label = document.createElement("span")
  label.textContent = number + 1
  if (url) {
    const image = document.createElement("img")
    Object.assign(image, { src: url, alt: "", loading: "lazy", draggable: false })
    button.append(image)
  }
  button.append(label)
  button.onclick = () => choose(number)
  return button
}

function run({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".frames"), urls = JSON.stringify(data.urls)
  const show = (number, hasFocus) => [...root.children].forEach((button, place) => {
    button.setAttribute("aria-checked", String(place === number))
    button.tabIndex = place === number ? 0 : -1
    if (place !== number) return
    const [left, right] = [button.offsetLeft, button.offsetLeft + button.offsetWidth]
    if (left < root.scrollLeft || right > root.scrollLeft + root.clientWidth) root.scrollLeft = left - root.clientWidth / 2
    if (hasFocus) button.focus({ preventScroll: true })
  })
  const choose = number => {
    root.dataset.chosen = number
    show(number, true)
    setStateValue("chosen", number)
  }
  root.setAttribute("role", "radiogroup")
  root.setAttribute("aria-label", data.name)
  root.onkeydown = event => {
    const step = KEYS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    choose(Math.min(Math.max(Number(root.dataset.chosen) + step, 0), data.urls.length - 1))
  }
  if (root.dataset.urls === urls) return
  root.dataset.urls = urls
  root.dataset.chosen = 0
  root.replaceChildren(...data.urls.map((url, number) => frameOf(url, number, choose)))
  show(0, false)
}
