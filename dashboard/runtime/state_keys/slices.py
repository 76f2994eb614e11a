"""Session keys of Slices."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily

BASELINE_RUN = ElementKey("slice_against")
CODE = ElementKey("slice_code")
CODE_SLICE_CASES = ElementKeyFamily("code-slice-{}-cases")
CODE_SLICE_GALLERY = ElementKeyFamily("code-slice-{}-gallery")
MEASURE = ElementKey("slice_measure")
RUN = ElementKey("slice_run")
SLICE_CASES = ElementKeyFamily("slice-{}-cases")
SLICE_GALLERY = ElementKeyFamily("slice-{}-gallery")
