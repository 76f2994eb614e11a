// A histogram per factor. A bar's light part is all cases of a level, its full part the selected ones among them.
function buildBar(histogram, bar, send) {
  const button = element("button", "bar")
  button.type = "button"
  button.append(element("span", "label", bar.label), element("span", "count"), element("span", "track"))
  button.onclick = () => send([histogram.key, bar.value])
  return button
}

function updateBar(button, bar, longest) {
  const share = count => `${100 * count / longest}%`
  button.setAttribute("aria-pressed", String(bar.is_pressed))
  button.setAttribute("aria-label", `${bar.label}: ${bar.n_selected} of ${bar.n_cases}`)
  button.title = button.getAttribute("aria-label")
  button.querySelector(".count").textContent = bar.n_selected.toLocaleString("en")
  button.style.setProperty("--cases", share(bar.n_cases))
  button.style.setProperty("--selected", share(bar.n_selected))
}

function buildGroup(histogram, send) {
  const group = element("div", "histogram")
  group.setAttribute("role", "group")
  group.setAttribute("aria-label", histogram.title)
  group.append(element("div", "title", histogram.title), ...histogram.bars.map(bar => buildBar(histogram, bar, send)))
  if (histogram.n_hidden) group.append(element("div", "hidden", `${histogram.n_hidden} more in the sidebar`))
  return group
}

function run({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".histograms")
  const levels = JSON.stringify(data.histograms.map(one => [one.key, one.title, one.n_hidden, one.bars.map(bar => bar.value)]))
  // The same buttons stay, so that the one with the focus keeps it.
  if (root.dataset.levels !== levels) {
    root.replaceChildren(...data.histograms.map(one => buildGroup(one, pressed => setTriggerValue("bar", pressed))))
  }
  root.dataset.levels = levels
  data.histograms.forEach((histogram, place) => {
    const longest = Math.max(...histogram.bars.map(bar => bar.n_cases))
    const buttons = root.children[place].querySelectorAll("button")
    histogram.bars.forEach((bar, index) => updateBar(buttons[index], bar, longest))
  })
}
