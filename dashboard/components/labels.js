// Placement of labels without overlap with one another, a mark or the image's edge. All lengths are screen pixels.
// Every label tries the same positions in the same order, so that an image always has its labels in the same positions.
const CLEAR_PX = 3
const LEADER_FROM_PX = 22
const GAPS_PX = [3, 9, 18, 30, 45, 64, 88, 118, 155, 200, 260]
const TURNS_DEG = [0, 25, -25, 50, -50, 80, -80, 110, -110, 145, -145, 180]
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]
const SCAN_PX = 9
const COST = { gap: 0.1, turn: 1 / 30, share: 6, crossing: 5, met: 50 }

const boxAround = ([x, y], width, height) =>
  ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 })

const isApart = (one, other, px) => one.right + px <= other.left || other.right + px <= one.left
  || one.bottom + px <= other.top || other.bottom + px <= one.top

const isInside = (box, bounds) => box.left >= bounds.left + CLEAR_PX && box.right <= bounds.right - CLEAR_PX
  && box.top >= bounds.top + CLEAR_PX && box.bottom <= bounds.bottom - CLEAR_PX

const holds = (box, [x, y]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

// Returns whether a line from one point to another crosses a box. Source: Liang and Barsky (1984).
function crosses([[x0, y0], [x1, y1]], box) {
  let [first, last] = [0, 1]
  const edges = [[x0 - x1, x0 - box.left], [x1 - x0, box.right - x0], [y0 - y1, y0 - box.top], [y1 - y0, box.bottom - y0]]
  for (const [step, room] of edges) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) first = Math.max(first, room / step)
    else last = Math.min(last, room / step)
  }
  return first <= last
}

// Returns the line from a mark to its label, if the label is too far away to be understood without one.
function leaderOf(label, point, box) {
  const end = [Math.min(box.right, Math.max(box.left, point[0])), Math.min(box.bottom, Math.max(box.top, point[1]))]
  const away = [end[0] - point[0], end[1] - point[1]], length = Math.hypot(...away)
  if (length - label.reach < LEADER_FROM_PX) return null
  return [[point[0] + away[0] / length * label.reach, point[1] + away[1] / length * label.reach], end]
}

// Lists positions around a point, or around points along a side, the nearest ones in the desired direction first.
function nearPlaces(label) {
  const places = []
  const [start, end] = label.ends
  const angle = Math.atan2(label.towards[1], label.towards[0])
  for (const share of end ? SHARES : [0.5]) {
    const point = end ? [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])] : start
    for (const gap of GAPS_PX) {
      for (const turn of TURNS_DEG) {
        const [dx, dy] = [Math.cos(angle + turn * Math.PI / 180), Math.sin(angle + turn * Math.PI / 180)]
        const away = label.reach + gap + (Math.abs(dx) * label.width + Math.abs(dy) * label.height) / 2
        const cost = COST.gap * gap + COST.turn * Math.abs(turn) + COST.share * Math.abs(share - 0.5)
        places.push({ point, at: [point[0] + dx * away, point[1] + dy * away], cost })
      }
    }
  }
  return places
}

// Lists positions over the whole image, for a label that does not fit nearby.
function farPlaces(label, bounds) {
  const places = []
  const [start, end = start] = label.ends
  const point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]
  for (let y = bounds.top; y <= bounds.bottom; y += SCAN_PX) {
    for (let x = bounds.left; x <= bounds.right; x += SCAN_PX) {
      places.push({ point, at: [x, y], cost: COST.gap * Math.hypot(x - point[0], y - point[1]) })
    }
  }
  return places
}

// Returns each label's position, `at` its middle with the `leader` to it, in the labels' order; null if none fits.
// A label: width, height, ends (one point, or a side's two), towards (its desired direction), reach (how far
// the mark extends beyond its point). Marks are boxes that must stay free, lines should stay free. A leader
// crosses a label or a mark only if nothing else fits.
function placeLabels(labels, marks, lines, bounds) {
  const taken = [], leaders = []
  const placeOf = (label, places, mayCross = false) => {
    const obstacles = [...taken, ...marks]
    let best = null
    for (const place of places) {
      if (best && best.cost <= place.cost) continue // its own cost is a lower bound of its total cost
      const box = boxAround(place.at, label.width, label.height)
      if (!isInside(box, bounds) || !obstacles.every(other => isApart(box, other, CLEAR_PX))) continue
      const leader = leaderOf(label, place.point, box)
      const others = leader ? obstacles.filter(other => !holds(other, place.point)) : []
      const met = leaders.filter(other => crosses(other, box)).length + others.filter(other => crosses(leader, other)).length
      if (met && !mayCross) continue
      const cost = place.cost + COST.crossing * lines.filter(line => crosses(line, box)).length + COST.met * met
      if (!best || cost < best.cost) best = { at: place.at, leader, box, cost }
    }
    return best
  }
  return labels.map(label => {
    const far = () => farPlaces(label, bounds)
    const found = placeOf(label, nearPlaces(label)) ?? placeOf(label, far()) ?? placeOf(label, far(), true)
    if (!found) return null
    taken.push(found.box)
    if (found.leader) leaders.push(found.leader)
    return { at: found.at, leader: found.leader }
  })
}
