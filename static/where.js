// Streamlit's scripts look for their server below the page's own path first, and a tenth of a second later above it.
// It is where the page's other scripts come from.
window.__streamlit = { BACKEND_BASE_URL: new URL(".", document.currentScript.src).href }
