// A row of toggle buttons. Each click reports all pressed ones: two quick clicks may reach the server as one.
function buttonOf(label, tell) {
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = label
  button.onclick = () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"))
    tell()
  }
  return button
}

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".toggles"), labels = JSON.stringify(data.labels)
  const tell = () => setTriggerValue(
    "pressed", [...root.querySelectorAll("[aria-pressed=true]")].map(button => button.textContent))
  root.setAttribute("role", "group")
  root.setAttribute("aria-label", data.name)
  if (root.dataset.labels !== labels) root.replaceChildren(...data.labels.map(label => buttonOf(label, tell)))
  root.dataset.labels = labels
  for (const button of root.children) {
    button.setAttribute("aria-pressed", String(data.pressed.includes(button.textContent)))
  }
}
