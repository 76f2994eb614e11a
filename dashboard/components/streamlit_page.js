// Streamlit's own elements that the scripts look for; the styles that do so are in `dashboard/style`.
const MAIN = "[data-testid=stMain]", CHART = "[data-testid=stPlotlyChart]", POPOVER = "[data-testid=stPopoverBody]"

// Elements that may be wider than their container: small tables, and charts.
const MAY_SCROLL = "[data-testid=stTable] > div, [data-testid=stElementContainer]:has(> [data-testid=stFullScreenFrame])"

// The element of the page that scrolls.
function findMain() {
  return document.querySelector(MAIN)
}
