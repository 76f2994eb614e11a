// Keeps the secret of whoever writes notes in this browser, so that they can change them tomorrow. A secret that another
// tab has kept meanwhile is told instead.
const YEAR_S = 31536000

function kept(name) {
  const found = document.cookie.split("; ").find(cookie => cookie.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

function run({ data, setTriggerValue }) {
  const known = kept(data.name)
  if (known && known !== data.secret) setTriggerValue("known", known)
  if (known) return
  const secure = window.location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `${data.name}=${encodeURIComponent(data.secret)}; path=/; max-age=${YEAR_S}; SameSite=Strict${secure}`
}
