"""What is drawn over a photograph."""

from dashboard.components.overlays import LAYERS, measured_shapes, outline, triangle_shapes

PHOTOGRAPH = {
    "ax_px": 10.0, "ay_px": 20.0, "bx_px": 110.0, "by_px": 20.0, "cx_px": 10.0, "cy_px": 95.0,
    "ab_cm": 50.0, "bc_cm": 62.5, "ca_cm": 37.5,
}  # fmt: skip


def test_every_layer_has_its_shapes():
    """Three sides, three lengths in centimetres, and a ring and a name for each vertex."""
    shapes = triangle_shapes(PHOTOGRAPH)
    count = {layer: [s.form for s in shapes if s.layer == layer] for layer in ("points", "sides", "lengths")}
    assert count == {"points": ["ring", "text"] * 3, "sides": ["line"] * 3, "lengths": ["text"] * 3}
    assert {s.text for s in shapes if s.layer == "lengths"} == {"50.0 cm", "62.5 cm", "37.5 cm"}


def test_lengths_grow_away_from_the_triangle():
    """The length of a side on the right begins beside it, one on the left ends there, one above or below is centred."""
    lengths = {s.text: s.anchor for s in triangle_shapes(PHOTOGRAPH) if s.layer == "lengths"}
    assert lengths == {"50.0 cm": "middle", "62.5 cm": "start", "37.5 cm": "end"}


def test_names_stand_outside_of_the_triangle():
    """A vertex' name lies farther from the centroid than the vertex."""
    centre = (130 / 3, 135 / 3)
    shapes = [s for s in triangle_shapes(PHOTOGRAPH) if s.layer == "points"]
    for ring, name in zip(shapes[::2], shapes[1::2], strict=True):
        distance = [
            ((s.points[0][0] - centre[0]) ** 2 + (s.points[0][1] - centre[1]) ** 2) ** 0.5 for s in (ring, name)
        ]
        assert distance[1] > distance[0] + 20


def test_a_thumbnail_has_no_text():
    """The outline is made of lines and rings only where text would be unreadable."""
    assert {shape.layer for shape in outline(PHOTOGRAPH)} == {"points", "sides"}


MEASURED = {
    "border_status": "found", "border_px": [100.0, 100.0, 500.0, 120.0, 480.0, 500.0, 90.0, 480.0],
    "a_found_x_px": 150.0, "a_found_y_px": 160.0, "b_found_x_px": float("nan"), "b_found_y_px": float("nan"),
    "c_found_x_px": 300.0, "c_found_y_px": 310.0,
}  # fmt: skip


def test_what_was_measured_is_drawn():
    """A border has its inner and outer square, the grid eleven lines each way, and each found sticker a cross."""
    shapes = measured_shapes(MEASURED)
    forms = {layer: sorted(s.form for s in shapes if s.layer == layer) for layer in LAYERS}
    assert forms["border"] == ["line"] * 4 + ["thin"] * 4
    assert forms["grid"] == ["thin"] * 22
    assert forms["found"] == ["cross"] * 2


def test_the_grid_lies_inside_the_border():
    """The grid's outermost lines are the sides of the border."""
    corners = {(100.0, 100.0), (500.0, 120.0), (480.0, 500.0), (90.0, 480.0)}
    ends = {(round(x, 3), round(y, 3)) for s in measured_shapes(MEASURED) if s.layer == "grid" for x, y in s.points}
    assert corners <= ends


def test_what_was_not_found_is_not_drawn():
    """Without a border there is neither square nor grid."""
    assert {s.layer for s in measured_shapes({**MEASURED, "border_status": "not_found"})} == {"found"}
    assert {s.layer for s in measured_shapes({**MEASURED, "border_status": None})} == {"found"}
