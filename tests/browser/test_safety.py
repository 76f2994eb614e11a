"""Browser tests of what the server sends: text, files, headers."""

import httpx
import pytest

from tests.browser.watched import OUTPUT


@pytest.mark.slow
def test_text_from_an_address_is_never_markup(watch, tiny_url):
    """A photograph id with HTML and Markdown in it is shown as text, loads nothing and links nowhere."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E![a](http://evil.example/z.png)")
    alert = watched.page.locator("[data-testid=stAlert]").first
    assert "<img src=x" in alert.inner_text()
    assert alert.locator("img, a").count() == 0


@pytest.mark.slow
def test_downloads_are_files(watch, tiny_url):
    """A table can be downloaded as CSV and as Parquet."""
    watched = watch(tiny_url)
    watched.open("/data?data_part=Export")
    for key, name, start in (
        ("table-csv", "trilens_answers.csv", b"run_id,"),
        ("table-parquet", "trilens_answers.parquet", b"PAR1"),
    ):
        with watched.page.expect_download() as download:
            watched.page.locator(f".st-key-{key} button").click()
        assert download.value.suggested_filename == name
        path = OUTPUT / name
        download.value.save_as(path)
        assert path.read_bytes().startswith(start)


@pytest.mark.slow
def test_headers_and_images_are_safe_and_cached(watch, tiny_url):
    """Pages have a content policy, images may be cached for ever, and the image route serves nothing but images."""
    watched = watch(tiny_url)
    watched.open("/cases")
    request = watched.page.request
    page = request.get(f"{tiny_url}/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "geolocation=()" in page.headers["permissions-policy"]
    script = request.get(watched.page.locator("script[src]").first.evaluate("node => node.src"))
    assert script.headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in script.headers  # the page's own applies to its scripts
    assert request.get(f"{tiny_url}/_stcore/metrics").status == 404
    assert httpx.get(f"{tiny_url}/", headers={"host": "evil.example"}).status_code == 421
    source = watched.page.locator(".gallery img").first.get_attribute("src")
    image = request.get(tiny_url + source)
    assert image.headers["content-type"] == "image/webp"
    assert "immutable" in image.headers["cache-control"]
    for name in ("..%2f..%2fetc%2fpasswd", "CURRENT", f"{'0' * 24}-{'0' * 12}-thumb.webp", "x.webp"):
        assert request.get(f"{tiny_url}/photographs/{name}").status in (400, 404)
