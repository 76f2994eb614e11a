"""Browser tests of the lines on the board from above."""

import pytest

BOARD = ".st-key-rectified-view .photograph"
LINES = ("true", "measured", "implied")


@pytest.mark.slow
def test_the_measured_triangle_is_no_model_s(watch, real_url):
    """True, measured and implied lines differ in colour and dashes for every model, and a legend explains them."""
    watched = watch(real_url, theme="dark")
    watched.open("/data")
    for model in ("GPT-5", "Gemini 2.5 Pro", "Qwen2.5-VL-32B"):
        watched.visit(f"/cases?photograph=037_T0&implied={model}")
        board = watched.page.locator(BOARD)
        looks = [
            board.locator(f"line[data-layer={layer}]").first.evaluate(
                "line => [getComputedStyle(line).stroke, getComputedStyle(line).strokeDasharray]"
            )
            for layer in LINES
        ]
        for part in zip(*looks, strict=True):
            assert len(set(part)) == 3, (model, looks)
        legend = board.locator(".legend")
        assert legend.all_inner_texts() == ["by tape", "from the photo", f"A′B′C′: {model}’s answers"]
        samples = legend.locator("line:last-of-type")
        strokes = samples.evaluate_all("all => all.map(line => getComputedStyle(line).stroke)")
        assert strokes == [look[0] for look in looks]
