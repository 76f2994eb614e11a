// Keeps the secret of a browser in which notes are written, so that their author can change them later. If another
// tab has stored a secret meanwhile, reports that one instead.
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
