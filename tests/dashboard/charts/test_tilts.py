"""The chart of both measures of tilt: what a click says, and the named photographs."""

import pandas as pd

from dashboard.charts.tilts import tilts


def test_the_largest_differences_are_named():
    """Each mark carries its photograph, the first few their name, away from the identity line."""
    differences = pd.DataFrame(
        {"case_id": [f"{n:03d}_T0" for n in range(8)], "tilt_deg": 40.0, "tilt_imu_deg": 40.0,
         "difference_deg": [2.0, -1.9, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5]}
    )  # fmt: skip
    [identity, scatter] = tilts(differences).data
    assert list(identity.x) == list(identity.y)
    assert list(scatter.customdata) == list(differences["case_id"])
    assert [text for text in scatter.text if text] == list(differences["case_id"][:5])
    assert scatter.textposition[:2] == ("middle right", "middle left")
