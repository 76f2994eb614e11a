// Icons of buttons and marks by their names, drawn in the colour of the text around them.
const ICONS = {
  pin: "M9 2h6v2l-1 1v5l3 3v2h-4v6l-1 1-1-1v-6H7v-2l3-3V5L9 4z",
  unpin: "M9 2h6v2l-1 1v5l3 3v2h-4v6l-1 1-1-1v-6H7v-2l3-3V5L9 4zM3.4 2 2 3.4 20.6 22 22 20.6z",
  question: "M3 3h18v13H8l-5 5z",
  gallery: "M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z",
  previous: "M21 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H21z",
  next: "M3 11h13.2l-5.6-5.6L12 4l8 8-8 8-1.4-1.4 5.6-5.6H3z",
  close: "M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z",
  label: "M3 5h12l6 7-6 7H3z",
  note: "M4 3h16v13h-9l-5 5v-5H4z",
  truth: "M12 5c5 0 9 4 11 7-2 3-6 7-11 7S3 15 1 12c2-3 6-7 11-7zm0 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  present: "M2 4h20v13H2zm2 2v9h16V6zm6 1 5 3.5-5 3.5zM8 19h8v2H8z",
}

function icon(name) {
  const svg = node("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" })
  svg.append(node("path", { d: ICONS[name] }))
  return svg
}
