"""The app's pages for tests: their names, opening one, reading it."""

from streamlit.testing.v1 import AppTest

from core.settings import REPOSITORY

PAGES = (
    "overview", "cases", "heatmaps", "compare", "bias", "tilt", "robustness", "truth_audit", "paper", "data",
    "ask_a_model", "ask_yourself", "lab",
)  # fmt: skip


def open_app():
    """The app on its first page, run once."""
    return open_page("overview")


def open_page(page, **query_params):
    """The app on one page, run once."""
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60)
    for name, value in query_params.items():
        app.query_params[name] = value
    if page != "overview":
        app.switch_page(f"dashboard/app_pages/{page}.py")
    return app.run()


def text_of(app):
    """All text that a page shows."""
    parts = [*app.markdown, *app.caption, *app.title, *app.subheader, *app.header, *app.info, *app.warning]
    return "\n".join(str(part.value) for part in parts)
