// Copies the current URL of the page. Browsers offer a clipboard on secure pages only; on others a selected text
// field is copied with the older command.
const SAID_MS = 2500

function copyBySelection(text) {
  const field = document.createElement("textarea")
  field.value = text
  field.style.position = "fixed"
  field.style.opacity = "0"
  document.body.append(field)
  field.select()
  const isDone = document.execCommand("copy")
  field.remove()
  return isDone
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function run({ parentElement }) {
  const root = parentElement.querySelector(".copy_link")
  if (root.childElementCount) return
  const button = document.createElement("button"), said = document.createElement("span")
  button.type = "button"
  button.textContent = "Copy link"
  button.title = "The link opens this page with all that is chosen on it"
  said.setAttribute("role", "status")
  let timer
  button.onclick = async () => {
    const isDone = await copied(window.location.href)
    said.textContent = isDone ? "Copied" : "Copy it from the address bar"
    button.focus({ preventScroll: true })
    clearTimeout(timer)
    timer = setTimeout(() => { said.textContent = "" }, SAID_MS)
  }
  root.append(button, said)
}
