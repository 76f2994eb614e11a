// Navigates to another page of the dashboard in one step of the browser's history, which keeps the whole URL of the
// page that it leaves. A switch by the server makes two steps, and the first loses the choices of the page.
const made = new Set()

function run({ data }) {
  if (made.has(data.number)) return
  made.add(data.number)
  const here = new URL(window.location.href)
  const there = new URL(data.page, here)
  there.search = ""
  for (const name of data.kept) for (const value of here.searchParams.getAll(name)) there.searchParams.append(name, value)
  for (const [name, values] of Object.entries(data.parameters)) {
    there.searchParams.delete(name)
    for (const value of values) there.searchParams.append(name, value)
  }
  if (data.origin) there.searchParams.set(data.origin, here.pathname.split("/").pop() + here.search)
  findMain()?.scrollTo(0, 0)
  window.history[data.corrects ? "replaceState" : "pushState"]({}, "", there)
  window.dispatchEvent(new PopStateEvent("popstate"))
}
