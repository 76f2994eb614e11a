// Streamlit's scripts look for their server below the page's own path first, and a tenth of a second later above it.
// It is where the page's other scripts come from. And they ask it twice before they connect, unless they know which
// pages may send them messages: none, as no address ends like that (RFC 2606).
window.__streamlit = {
  BACKEND_BASE_URL: new URL(".", document.currentScript.src).href,
  HOST_CONFIG: { allowedOrigins: ["https://nobody.invalid"], useExternalAuthToken: false },
}
