// Takes back what is selected on a chart, as a double click does where Streamlit shows charts.
function run({ data }) {
  if (data.is_asked) document.querySelector(`.st-key-${data.chart} .js-plotly-plot`)?.emit?.("plotly_doubleclick")
}
