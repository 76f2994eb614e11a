"""Tests that images are opened as their authors see them, by known pixels for every conversion."""

import io
import json
import re
import struct
import time
import zlib

import numpy as np
import pytest
from PIL import Image

from core.errors import ImageError
from core.inference.request_content import build_request
from core.limits import DEFAULT_LIMITS
from core.photographs.conversions import CONVERSIONS, describe_conversions
from core.photographs.derived_images import derive_images
from core.photographs.file_structure import MAX_SCANNED_PIXELS
from core.photographs.load_image import MAX_EXIF_BYTES, open_image
from core.photographs.web_copies import get_derived_path
from core.settings import REPOSITORY

SIDE = 8
DARK, HALF, CLEAR = (20, 40, 60), (20, 40, 60), (0, 0, 0)
"""Colours of the left column, the middle columns and the right column."""

ON_WHITE = [(20, 40, 60), (137, 147, 157), (255, 255, 255)]
"""These colours with opacity 255, 128 and 0 over white."""


def make_chunk(name, content):
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def make_png(rows, depth, colour_type, *chunks):
    """Make a PNG from rows of bytes, in forms that Pillow cannot write."""
    width = SIDE
    header = struct.pack(">IIBBBBB", width, len(rows), depth, colour_type, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = [
        make_chunk(b"IHDR", header),
        *(make_chunk(*parts) for parts in chunks),
        make_chunk(b"IDAT", body),
        make_chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def to_16_bits(samples):
    """Return 16-bit samples as PNG bytes."""
    return np.asarray(samples, dtype=">u2").tobytes()


def encode(image, form, **options):
    """Return an image as file content."""
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def make_bmp_with_alpha(image):
    """Make a BMP with a declared alpha channel, which Pillow cannot write."""
    pixels = np.asarray(image)[::-1, :, [2, 1, 0, 3]].tobytes()
    masks = struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    head = struct.pack("<IiiHHIIiiII", 108, SIDE, SIDE, 1, 32, 3, len(pixels), 0, 0, 0, 0) + masks
    return b"BM" + struct.pack("<IHHI", 122 + len(pixels), 0, 0, 122) + head.ljust(108, b"\0") + pixels


def make_rgba_image():
    """Make an image that is opaque on the left, half opaque in the middle, and transparent black on the right."""
    pixels = np.zeros((SIDE, SIDE, 4), dtype=np.uint8)
    pixels[:, :, :3], pixels[:, :, 3] = DARK, 128
    pixels[:, 0, 3], pixels[:, -1] = 255, 0
    return Image.fromarray(pixels)


def make_palette_image(*, has_levels):
    """Make a palette image with dark, half and clear entries; without levels only one entry is transparent."""
    image = Image.new("P", (SIDE, SIDE), 1)
    image.putpalette([*DARK, *HALF, *CLEAR])
    image.paste(0, (0, 0, 1, SIDE))
    image.paste(2, (SIDE - 1, 0, SIDE, SIDE))
    image.info["transparency"] = bytes([255, 128, 0]) if has_levels else 2
    return image


def make_grey_alpha_image():
    """Make the same image in 8-bit grey."""
    grey, alpha = Image.new("L", (SIDE, SIDE), 40), make_rgba_image().getchannel("A")
    return Image.merge("LA", (grey, alpha))


GREY_ON_WHITE = [(40,) * 3, (147,) * 3, (255,) * 3]
RGBA_16 = np.asarray(make_rgba_image(), dtype=np.uint16) * 257
GREY_16 = np.repeat(np.array([[40 * 257, 1, 1, 1, 1, 1, 1, 0]], dtype=np.uint16), SIDE, axis=0)

TRANSPARENT = {
    "RGBA PNG": (encode(make_rgba_image(), "PNG"), ON_WHITE),
    "RGBA WebP": (encode(make_rgba_image(), "WEBP", lossless=True, exact=True), ON_WHITE),
    "RGBA BMP": (make_bmp_with_alpha(make_rgba_image()), ON_WHITE),
    "LA PNG": (encode(make_grey_alpha_image(), "PNG"), GREY_ON_WHITE),
    "palette PNG": (encode(make_palette_image(has_levels=True), "PNG"), ON_WHITE),
    "palette PNG, one entry": (encode(make_palette_image(has_levels=False), "PNG"), [DARK, HALF, (255, 255, 255)]),
    "GIF": (encode(make_palette_image(has_levels=False), "GIF", transparency=2), [DARK, HALF, (255, 255, 255)]),
    "RGBA PNG of 16 bits": (make_png([to_16_bits(row) for row in RGBA_16], 16, 6), ON_WHITE),
    "LA PNG of 16 bits": (
        make_png([to_16_bits([[40 * 257, alpha] for alpha in row]) for row in RGBA_16[:, :, 3]], 16, 4),
        GREY_ON_WHITE,
    ),
    "grey PNG of 16 bits, one clear value": (
        make_png([to_16_bits(row) for row in GREY_16], 16, 0, (b"tRNS", b"\0\0")),
        [(40,) * 3, (0,) * 3, (255,) * 3],
    ),
    "RGB PNG of 16 bits, one clear colour": (
        make_png(
            [to_16_bits([(5140, 10280, 15420)] * 7 + [(0, 0, 0)])] * SIDE, 16, 2, (b"tRNS", b"\0" * 6)
        ),
        [DARK, DARK, (255, 255, 255)],
    ),
    "RGB PNG, one clear colour": (
        make_png([bytes(DARK * 7 + (7, 8, 9))] * SIDE, 8, 2, (b"tRNS", b"\0\7\0\x08\0\x09")),
        [DARK, DARK, (255, 255, 255)],
    ),
    "grey PNG of 4 bits, one clear value": (
        make_png([b"\x22\x22\x22\x23"] * SIDE, 4, 0, (b"tRNS", b"\0\3")),
        [(34,) * 3, (34,) * 3, (255,) * 3],
    ),
    "grey PNG of 2 bits, one clear value": (
        make_png([b"\x55\x54"] * SIDE, 2, 0, (b"tRNS", b"\0\0")),
        [(85,) * 3, (85,) * 3, (255,) * 3],
    ),
    "PNG of 1 bit, white and clear black": (
        make_png([b"\xfe"] * SIDE, 1, 0, (b"tRNS", b"\0\0")),
        [(255,) * 3, (255,) * 3, (255,) * 3],
    ),
}  # fmt: skip


def read_columns(image):
    """Return the left, a middle and the right pixel of the middle row."""
    pixels = np.asarray(image.convert("RGB"), dtype=int)
    return pixels[pixels.shape[0] // 2, [0, pixels.shape[1] // 2, -1]]


@pytest.mark.parametrize("name", TRANSPARENT)
def test_transparency_is_flattened_on_white(name):
    """Alpha channels, palettes with alpha and clear colours, of 1 to 16 bits, become white if nothing is drawn."""
    body, expected = TRANSPARENT[name]
    opened = open_image(io.BytesIO(body))
    assert opened.image.mode == "RGB"
    assert "transparency" in opened.conversions
    assert np.abs(read_columns(opened.image) - expected).max() <= 1
    assert "transparency" not in opened.image.info


def test_opaque_alpha_is_not_transparency():
    """An opaque alpha channel, and the unset one of a 32-bit BMP, change nothing and are not counted."""
    opaque = make_rgba_image().convert("RGB").convert("RGBA")
    unset = opaque.copy()
    unset.putalpha(0)
    for body in (encode(opaque, "PNG"), make_bmp_with_alpha(unset)):
        opened = open_image(io.BytesIO(body))
        assert opened.conversions == ()
        assert read_columns(opened.image)[1] == pytest.approx(DARK)


def test_copies_and_requests_are_flattened(tmp_path):
    """Thumbnails, large copies and the request's JPEG show dark lines on white, and the record states it."""
    drawing = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    drawing.paste((0, 0, 0, 255), (190, 0, 210, 400))
    (tmp_path / "figure.png").write_bytes(encode(drawing, "PNG"))
    for _ in range(2):
        [derived] = derive_images([tmp_path / "figure.png"], tmp_path / "derived", lambda: None, is_measured=False)
        assert derived.conversions == ("transparency",)
    request = build_request([tmp_path / "figure.png"], "?", "original", DEFAULT_LIMITS.max_side_px)
    images = [Image.open(get_derived_path(tmp_path / "derived", derived.key, size)) for size in ("thumb", "large")]
    for image in (*images, *request.images, Image.open(io.BytesIO(request.jpegs[0]))):
        left, middle, right = read_columns(image)
        assert min(left) > 250
        assert max(middle) < 20
        assert min(right) > 250


def make_text_tag(text):
    """Make a description in the format of ICC version 2."""
    body = text.encode() + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(body)) + body + bytes(78)


def make_profile(space, pcs, tags):
    """Make a small ICC profile of version 2."""
    tags = {b"desc": make_text_tag("Test"), b"cprt": b"text" + bytes(4) + b"none\0", **tags}
    tags = {name: body + bytes(-len(body) % 4) for name, body in tags.items()}
    offset, table, data = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, body in tags.items():
        table += name + struct.pack(">II", offset + len(data), len(body))
        data += body
    white = struct.pack(">3i", 63190, 65536, 54061)
    head = struct.pack(">I4sI4s4s4s", 0, b"test", 0x02400000, b"prtr", space, pcs) + bytes(12) + b"acsp"
    head = head.ljust(68, b"\0") + white
    body = head.ljust(128, b"\0") + table + data
    return struct.pack(">I", len(body)) + body[4:]


def make_ink_profile():
    """Make a profile of four grey inks: the first three each absorb a third of the light, the fourth all of it."""
    steps = [(c, m, y, k) for c in (0, 1) for m in (0, 1) for y in (0, 1) for k in (0, 1)]
    inks = np.array([[85 * (3 - c - m - y) * (1 - k), 128, 128] for c, m, y, k in steps], dtype=np.uint8)
    identity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    curve = bytes(range(256))
    table = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + identity + curve * 4 + inks.tobytes() + curve * 3
    return make_profile(
        b"CMYK", b"Lab ", {b"A2B0": table, b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)}
    )


def make_grey_profile(gamma):
    """Make a grey profile with a gamma."""
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    return make_profile(
        b"GRAY", b"XYZ ", {b"kTRC": curve, b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)}
    )


def to_srgb(light):
    """Convert light from 0 to 1 to an sRGB value."""
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def make_flat(mode, colour):
    """Make an image of one colour."""
    return Image.new(mode, (SIDE, SIDE), colour)


def make_rotated_image():
    """Make an image that is bright on the left as stored and at the top as shown."""
    image = make_flat("RGB", (0, 0, 0))
    image.paste((255, 255, 255), (0, 0, 1, SIDE))
    exif = Image.Exif()
    exif[0x0112] = 6
    return encode(image, "PNG", exif=exif)


def make_animation(form):
    """Make an animation of three frames: dark, red, green."""
    frames = [make_flat("RGB", colour) for colour in (DARK, (255, 0, 0), (0, 255, 0))]
    return encode(
        frames[0], form, save_all=True, append_images=frames[1:], **({} if form == "GIF" else {"lossless": True})
    )


INK_GREY = (round(to_srgb(((100 / 3 + 16) / 116) ** 3)),) * 3
"""Two inks of three, so a third of the lightness, L* 33.3. Source: CIE 15, the inverse of L*."""

CASES = [
    ("inks", "CMYK JPEG, no profile", encode(make_flat("CMYK", (0, 255, 255, 0)), "JPEG"), (254, 0, 0), {"inks"}),
    ("inks", "CMYK JPEG with a profile",
     encode(make_flat("CMYK", (0, 255, 255, 0)), "JPEG", icc_profile=make_ink_profile()),
     INK_GREY, {"inks", "profile"}),
    ("profile", "grey with a profile", encode(make_flat("L", 128), "PNG", icc_profile=make_grey_profile(1.0)),
     (round(to_srgb(128 / 255)),) * 3, {"profile"}),
    ("profile", "colours with a profile of grey",
     encode(make_flat("RGB", DARK), "PNG", icc_profile=make_grey_profile(1.0)),
     DARK, set()),
    ("gamma", "gamma 1", make_png([bytes([128] * SIDE)] * SIDE, 8, 0, (b"gAMA", struct.pack(">I", 100_000))),
     (round(to_srgb(128 / 255)),) * 3, {"gamma"}),
    ("gamma", "gamma of screens", make_png([bytes([128] * SIDE)] * SIDE, 8, 0, (b"gAMA", struct.pack(">I", 45_455))),
     (128,) * 3, set()),
    ("gamma", "gamma beside sRGB",
     make_png([bytes([128] * SIDE)] * SIDE, 8, 0, (b"sRGB", b"\0"), (b"gAMA", struct.pack(">I", 100_000))),
     (128,) * 3, set()),
    ("bits", "grey of 16 bits", make_png([to_16_bits([128 * 257 + 200] * SIDE)] * SIDE, 16, 0), (129,) * 3, {"bits"}),
    ("bits", "colours of 16 bits", make_png([to_16_bits([5140, 10280, 15420] * SIDE)] * SIDE, 16, 2), DARK, {"bits"}),
    ("frames", "GIF", make_animation("GIF"), DARK, {"frames"}),
    ("frames", "WebP", make_animation("WEBP"), DARK, {"frames"}),
    ("frames", "PNG", make_animation("PNG"), DARK, {"frames"}),
    ("orientation", "turned", make_rotated_image(), None, {"orientation"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "colour", "conversions"), [case[2:] for case in CASES], ids=[f"{a}: {b}" for a, b, *_ in CASES]
)
def test_each_conversion_has_a_known_result(body, colour, conversions):
    """Inks, profiles, gamma, 16 bits, frames and orientation give the author's pixels and are listed."""
    opened = open_image(io.BytesIO(body))
    assert set(opened.conversions) == conversions
    pixels = np.asarray(opened.image, dtype=int)
    if colour is None:
        assert (pixels[0] == 255).all()
        assert (pixels[1:] == 0).all()
    else:
        assert np.abs(pixels - colour).max() <= 1


def test_the_documentation_lists_every_conversion():
    """`docs/methods/opening_images.md` has a row for each conversion, and each is tested here."""
    text = (REPOSITORY / "docs" / "methods" / "opening_images.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert rows == list(CONVERSIONS)
    assert {"transparency", *(key for key, *_ in CASES)} == set(CONVERSIONS)


def test_conversions_are_described_in_one_sentence():
    """The sentence has each conversion with its number of images, in the order of the table."""
    sentence = describe_conversions({"frames": 1200, "transparency": 3})
    assert sentence == (
        "Images are shown and sent as their authors see them: 3 with transparent pixels: flattened on white; "
        "1,200 animated: the first frame is shown and sent."
    )
    assert describe_conversions({}) == ""


def test_only_converted_images_have_a_record_of_conversions(tmp_path):
    """A plain image has two files; one with alpha has a third file of the same version."""
    (tmp_path / "plain.png").write_bytes(encode(make_flat("RGB", DARK), "PNG"))
    (tmp_path / "clear.png").write_bytes(encode(make_rgba_image(), "PNG"))
    plain, clear = derive_images(
        sorted(tmp_path.glob("*.png"), reverse=True), tmp_path / "d", lambda: None, is_measured=False
    )
    assert sorted(path.suffix for path in (tmp_path / "d").glob(f"{plain.key}*")) == [".webp", ".webp"]
    assert json.loads((tmp_path / "d" / f"{clear.key}-conversions.json").read_text()) == ["transparency"]


def make_jpeg_with_scans(scans, size=(1600, 1200)):
    """Make a progressive JPEG whose last scan is repeated; a decoder processes the whole image in each scan."""
    body = encode(Image.new("RGB", size), "JPEG", progressive=True)
    last = body.rindex(b"\xff\xda")
    scan = body[last : body.rindex(b"\xff\xd9")]
    return body[:last] + scan * scans + body[last:]


def make_exif(size):
    """Make EXIF data of this many bytes with entries that each claim all bytes as their value."""
    entries = (size - 8) // 24
    head = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, entries)
    body = b"".join(struct.pack(">HHII", 0xC000 + number % 0x3000, 7, size // 2, 8) for number in range(entries))
    return (head + body).ljust(size, b"\0")


SLOW = {
    "scans": (make_jpeg_with_scans(6000), "more than 100 scans"),
    "scans of a large image": (make_jpeg_with_scans(90, (5000, 4000)), "scans of 20.0 million pixels"),
    "segments behind the first scan": (
        (plain := encode(make_flat("RGB", DARK), "JPEG"))[:-2] + b"\xff\xfe\x00\x02" * 20_000 + plain[-2:],
        "10,000 parts",
    ),
    "blocks of a GIF": (
        (gif := encode(make_flat("P", 0), "GIF"))[:13 + (3 << (gif[10] & 7) + 1)] + b"\x21\xfe"
        + b"\x01a" * 20_000 + b"\0" + gif[13 + (3 << (gif[10] & 7) + 1):],
        "10,000 parts",
    ),
    "EXIF": (encode(make_flat("RGB", DARK), "WEBP", exif=make_exif(MAX_EXIF_BYTES + 7)), "bytes of EXIF data"),
    "runs of a BMP": (
        b"BM" + struct.pack("<IHHI", 0, 0, 0, 54 + 1024)
        + struct.pack("<IiiHHIIiiII", 40, 4000, 4000, 1, 8, 1, 0, 0, 0, 256, 0) + bytes(1024) + b"\x01\0" * 5000,
        "run-length",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_slow_images_are_rejected_before_decoding(name):
    """Small files that would take many seconds to decode are rejected immediately with a reason."""
    body, message = SLOW[name]
    started = time.process_time()
    with pytest.raises(ImageError, match=message):
        open_image(io.BytesIO(body))
    assert time.process_time() - started < 1.0


def test_scans_outside_the_image_are_not_counted():
    """Markers in a comment, or after the image, are ignored, and an ordinary progressive image is read."""
    body = encode(Image.new("RGB", (64, 64), DARK), "JPEG", progressive=True)
    comment = b"\xff\xda" * 500
    inner = body[:2] + b"\xff\xfe" + struct.pack(">H", 2 + len(comment)) + comment + body[2:]
    opened = open_image(io.BytesIO(inner + b"\xff\xda\0\2" * 500))
    assert np.abs(np.asarray(opened.image, dtype=int) - DARK).max() <= 2
    assert MAX_SCANNED_PIXELS >= 12 * 50_000_000


def test_only_the_exact_clear_colour_is_transparent():
    """A 16-bit colour that differs from the clear one in its low byte is drawn."""
    clear = b"".join(value.to_bytes(2) for value in (5141, 10280, 15420))
    opened = open_image(
        io.BytesIO(make_png([to_16_bits([(5140, 10280, 15420)] * SIDE)] * SIDE, 16, 2, (b"tRNS", clear)))
    )
    assert "transparency" not in opened.conversions
    assert opened.image.getpixel((0, 0)) == DARK
