"""Tests of numbers in replies: notations, units, and replies without a single number."""

import pytest

from core.parsing.open_answers.quantities import read_quantity
from core.parsing.open_answers.units import find_asked_unit, parse_unit

READ = [
    ("2,5 m", "m", 2.5), ("0,250 m", "m", 0.25), ("1,250 m", "m", 1250), ("1.250,5 m", "m", 1250.5),
    ("1,200,000", "", 1_200_000), ("1.200.000", "", 1_200_000), ("1 250 m", "m", 1250), ("1\u202f250 m", "m", 1250),
    ("2.5e3 m", "m", 2500), ("2.5 × 10^3 m", "m", 2500), ("2.5 x 10³ m", "m", 2500),
    ("2 1/2 m", "m", 2.5), ("2½ m", "m", 2.5), ("½ m", "m", 0.5), ("3/4", "", 0.75),
    ("two and a half metres", "m", 2.5), ("2 and a half metres", "m", 2.5), ("two metres and a half", "m", 2.5),
    ("five-and-a-half metres", "m", 5.5), ("5-and-a-half", "m", 5.5), ("5 and 1/2 m", "m", 5.5), ("one-half", "m", 0.5),
    ("five and three-quarters", "m", 5.75), ("three fourths of an inch", "in", 0.75),
    ("3 quarters of a metre", "m", 0.75),
    ("two dozen", "", 24), ("2 dozen", "", 24), ("half a dozen", "", 6), ("half a million", "", 500_000),
    ("2 million", "", 2e6),
    ("half a metre", "m", 0.5), ("three quarters of a mile", "km", 1.207), ("twenty-five", "", 25),
    ("one hundred and twenty", "", 120), ("two point five", "", 2.5), ("There is only one.", "", 1),
    ("5'11\"", "m", 1.8034), ("5’11”", "m", 1.8034), ("5′11″ tall", "m", 1.8034), ("5 ft 11 in", "m", 1.8034),
    ("5 feet and 11 inches", "m", 1.8034), ("5 feet 11", "m", 1.8034), ("6'", "m", 1.8288), ("1 m 20 cm", "cm", 120),
    ("1 h 30 min", "s", 5400), ("12° 30'", "deg", 12.5),
    ("12 square feet", "m²", 1.114836), ("12 sq ft", "m^2", 1.114836), ("12 m^2", "m2", 12),
    ("12 m²", "square meters", 12),
    ("12 square metres", "sqm", 12), ("2 cubic meters", "l", 2000),
    ("25 dm", "m", 2.5), ("36 km/h", "m/s", 10), ("10 miles per hour", "mph", 10), ("2 hours", "s", 7200),
    ("1500 ms", "s", 1.5), ("2.5米", "m", 2.5), ("2.5-metre", "m", 2.5), ("90%", "%", 90), ("0.5 m", "Meter(s)", 0.5),
    ("pi/4 rad", "deg", 45), ("π/4", "deg", 45), ("3π/4 radians", "deg", 135), (r"$\frac{\pi}{4}$", "deg", 45),
    ("2.5 in this room", "m", 2.5), ("98 in (2.5 m)", "m", 2.5), ("2.5 in", "cm", 6.35), ("30 in. wide", "in", 30),
    ('The answer is "2.5"', "m", 2.5), ("8 (in feet)", "ft", 8), ("It is 8 in feet.", "m", 2.4384),
    ("2.5 ± 0.3 m", "m", 2.5), ("2.5 m ± 10%", "m", 2.5), ("2.5 (+/- 0.3) m", "m", 2.5),
    (r"$2.5 \pm 0.3\,\text{m}$", "m", 2.5),
    ("1.2 + 0.8 = 2.0 m", "m", 2), ("1.2 m + 0.8 m = 2.0 m", "m", 2), ("3 m × 4 m = 12 m²", "m²", 12),
    ("w = 3 m\nh = 4 m\nd = sqrt(3² + 4²) = 5 m", "m", 5), ("7 - 2 = 5", "", 5),
    ("3 on the left and 2 on the right, so 5 in total", "", 5), ("3 left, 2 right, which makes 5.", "", 5),
    ("3 red chairs and 2 blue ones, so there are 5 chairs", "", 5),
    ("first 2.5 m, then 3 m, so 5.5 m in total", "m", 5.5),
    ("There are 3 in front and 2 behind, for a total of 5.", "", 5),
    ("Row 1: 3. Row 2: 2. In total, there are 5.", "", 5),
    ("3 chairs\n2 stools\n**Total:** 5", "", 5), ("so 5 in total", "m", 5),
    ("not 3 m but 2 m", "m", 2), ("It is 2 m, not 3 m.", "m", 2), ("rather than 3 m, it is 2 m", "m", 2),
    ("3 m would be too far, so 2 m", "m", 2),
    ("2.5 meters (8.2 feet)", "m", 2.5), ("8.2 feet (2.5 meters)", "m", 2.5), ("2.5 m ≈ 8.2 ft", "m", 2.5),
    ("2.5 m or about 8 ft", "m", 2.5), ("2.5 meters, i.e. 250 cm", "m", 2.5), ("2.5 m (8.2 ft)", "", 2.5),
    ("2.5 m, so more than 2 m", "m", 2.5), ("between 2 and 3 m, about 2.5 m", "m", 2.5), ("just over 2 m", "m", 2),
    ("almost 3 m", "m", 3),
    ('{"distance": 2.5, "confidence": 0.9}', "m", 2.5), ('{"distance_cm": 250, "score": 0.8}', "m", 2.5),
    ('{"value": 250, "unit": "cm"}', "m", 2.5), ('{"answer": 250, "unit": "cm"}', "m", 2.5),
    ('{"answer": {"value": 250, "unit": "cm"}}', "m", 2.5),
    ('{"distance": "about 2.5 m", "probability": 0.8}', "m", 2.5),
    ("2.5 m (confidence: 0.9)", "m", 2.5), ("I am 90% sure that it is 2.5", "m", 2.5),
    (r"\boxed{2.5\text{ m}} since the wall is 3 m wide", "m", 2.5), ("The 3D distance is 2.5", "m", 2.5),
]  # fmt: skip
"""Reply, unit of the question, value."""

UNREAD = [
    ("12 m^2", "m"), ("12 m²", "m"), ("12 square feet", "ft"), ("12 sq ft", "m"), ("2.5 m/s", "m"), ("30 mph", "m"),
    ("2 m per side", "m"), ("25 °C", "deg"), ("2.5 m", "chairs"),
    ("at least 2 m", "m"), ("less than 3 m", "m"), ("more than 2 m", "m"), ("no more than 3 m", "m"),
    ("up to 3 m", "m"),
    ("2 m or more", "m"), ("> 2 m", "m"), ("2+ m", "m"), ("under 3", "m"),
    ("more than 2 m; the chair is 1 m tall", "m"),
    ("2 – 3 m", "m"), ("2 to 3 m", "m"), ("2 m or 3 m", "m"), ("between 2 and 3 m; the chair is 1 m tall", "m"),
    ("It is not 3 m.", "m"), ("neither 2 m nor 3 m", "m"),
    ("1.2 m + 0.8 m", "m"), ("3x4 m", "m"), ("width = 3 m, height = 4 m", "m"),
    ("2.5 m (6 ft)", "m"), ("1,3,2", "m"), ("(2,5)", ""), ("2,5 or 3", ""), ("the 3rd floor", ""),
    ("the larger one", ""),
    ('{"x": 1, "y": 2}', "m"), ('[{"name": "a", "d": 1}, {"name": "b", "d": 2}]', "m"),
    ("There are 3 chairs above 2 tables.", ""), ("2 in front and 3 behind, 5 altogether", ""),
    ("3 left and 2 right, so 5 in total, maybe 6", ""), ("3 left and 2 right, so 5 or 6 in total", ""),
    ("3 left and 2 right, so 5 in total if you count the stool", ""), ("3 left and 2 right, so at most 5 in total", ""),
    ("There are 5 chairs in total, so 3 are red", ""), ("2 chairs are hidden, so 5", ""),
    ("so 3 of the 5 in total", ""),
    ("2 left, 2 right, so 4 or more in total", ""), ("two thirds of the chairs", ""), ("the twenty-third floor", ""),
    ("between 0 and 1/2 m", "m"), ("a couple of dozen", ""), ("several hundred", ""), ("2 thirds", "m"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "unit", "value"), READ)
def test_numbers_are_read(raw, unit, value):
    """Every notation of a number is read, in the unit of the question."""
    reading = read_quantity(raw, unit)
    assert reading.value == pytest.approx(value, rel=1e-3), reading.reason


@pytest.mark.parametrize(("raw", "unit"), UNREAD)
def test_replies_without_a_single_number_are_unread(raw, unit):
    """Other quantities, bounds, ranges, denials and several numbers are unread, with a reason."""
    reading = read_quantity(raw, unit)
    assert (reading.value, bool(reading.reason)) == (None, True)


def test_a_converted_number_has_a_note():
    """The note states the written number; a number in the question's unit needs no note."""
    assert read_quantity("5'11\"", "m").note == "5'11\" converted to m"
    assert read_quantity("2.5 meters (8.2 feet)", "m").note == ""


@pytest.mark.parametrize(("question", "symbol"), [
    ("How far is it, in feet?", "ft"), ("Give the distance in centimetres.", "cm"), ("The width (in m)?", "m"),
    ("How many meters apart are they?", "m"), ("Area in square metres", "m²"), ("Speed in km/h", "km/h"),
    ("Angle in degrees", "deg"), ("Unit: inches", "in"), ("How many feet away is the chair?", "ft"),
    ("How many feet does the dog have?", None), ("What is in this room?", None), ("In meters or in feet?", None),
    ("How long does it take in minutes?", "min"),
])  # fmt: skip
def test_the_unit_is_read_from_the_question(question, symbol):
    """A question that names no unit, or two, has none."""
    unit = find_asked_unit(question)
    assert (unit.symbol if unit else None) == symbol


@pytest.mark.parametrize(("text", "quantity"), [
    ("m", "length"), ("Meters.", "length"), ("sq. ft", "area"), ("ft^{2}", "area"), ("m³", "volume"), ("in", "length"),
    ("mph", "length per time"), ("m/s", "length per time"), ("metres per second", "length per time"), ("rad", "angle"),
    ("chairs", None), ("", None),
])  # fmt: skip
def test_units_are_recognised_in_many_spellings(text, quantity):
    """A text that is not a unit has no quantity."""
    unit = parse_unit(text)
    assert (unit.quantity if unit else None) == quantity
