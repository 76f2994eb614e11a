"""Tests of images in a folder, for logs without any: matched by the names in the log, never by order."""

from hashlib import sha256

import pytest

from core.errors import ReplyFileError
from core.importers.benchmark_index import compute_png_sha256
from core.importers.image_folder import ImageFolder, add_available_images, load_images
from core.importers.records import ImportedImage, ImportedReply, ImportedRun
from tests.importers.pictures import checksum, drawn

RUN = ImportedRun("Program 1", "task", "model")


def row(*names, **said):
    """Return a row of a log with these texts beside prompt and reply."""
    return ImportedReply(RUN, "line 1", "x", names=names, **said)


@pytest.fixture
def write(tmp_path):
    """Write drawn images, given numbers by path; return the folder."""

    def write_pictures(**numbers):
        for name, number in numbers.items():
            path = tmp_path / "photos" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(drawn(number))
        return ImageFolder(tmp_path / "photos")

    return write_pictures


@pytest.fixture
def folder(write):
    """Return three images, one of them in a subfolder."""
    return write(**{"board_1.png": 1, "board_2.png": 2, "deep/1.png": 3})


def found(folder, one):
    """Return the numbers of a row's drawn images, or the reason why it has none."""
    paths = folder.find_images(one)
    return paths if isinstance(paths, str) else [path.name for path in paths]


@pytest.mark.parametrize("name", [
    "board_1.png", "x/y/board_1.png", "file:///tmp/board_1.png", "C:\\data\\board_1.png", "board_1",
    "https://host/board_1.png?size=2", "../../board_1.png",
])  # fmt: skip
def test_a_file_s_name_or_an_id_finds_its_picture(folder, name):
    """The last part of a path or an address, and an id that is the name without its extension, identify the image."""
    assert found(folder, row(name)) == ["board_1.png"]


def test_neither_order_nor_a_bare_number_finds_one(folder):
    """The program's index of a row, a number and a word of the data identify no image."""
    assert "none of the 3 images in photos matches a name or id in it" in found(folder, row("1", "board", key="1"))


def test_a_program_that_keeps_pictures_by_index_says_so(folder):
    """The name under which the program stores the image counts, if nothing else identifies one."""
    assert found(folder, row(picture_stem="1")) == ["1.png"]
    assert found(folder, row("board_2.png", picture_stem="1")) == ["board_2.png"]


@pytest.mark.parametrize("names", [
    ("board_2.png", "board_1.png"), ("['board_2.png', 'board_1.png']",), ('["board_2.png", "x/board_1.png"]',),
])  # fmt: skip
def test_several_pictures_stay_in_their_order(folder, names):
    """A row may show several images; a table writes them as a list in a cell."""
    assert found(folder, row(*names)) == ["board_2.png", "board_1.png"]


def test_a_picture_that_is_named_and_missing_refuses_the_row(folder):
    """No row is imported with fewer images than it names; an address may be missing if a file is found."""
    assert found(folder, row("board_1.png", "board_9.png")) == "board_9.png is not in photos"
    assert found(folder, row("board_1.png", "https://host/0001.jpg")) == ["board_1.png"]
    assert "none of the 3 images" in found(folder, row("https://host/0001.jpg"))


def test_a_row_that_was_shown_more_pictures_than_it_names_is_refused(folder):
    """If the log states the number of images shown, that many must be found."""
    shown = tuple(ImportedImage(png_sha256="0" * 64) for _ in range(2))
    assert found(folder, row("board_1.png", pictures=shown)) == "it was shown 2 images, but names 1 in photos"


def test_two_pictures_of_one_name_are_told_apart_by_their_folders(write):
    """The written path decides; otherwise, files of equal content are one image, and different ones are refused."""
    folder = write(**{"a/1_x.png": 1, "b/1_x.png": 2, "c/2_x.png": 3, "d/2_x.png": 3})
    assert folder.find_images(row("data/b/1_x.png"))[0].parent.name == "b"
    assert found(folder, row("2_x.png")) == ["2_x.png"]
    assert "2 images in photos are named 1_x.png" in found(folder, row("1_x.png"))


def test_a_checksum_of_lm_eval_finds_what_nothing_names(folder, tmp_path):
    """The image in the program's own PNG is the one that was shown; a name from the data takes precedence."""
    shown = (ImportedImage(png_sha256=compute_png_sha256(tmp_path / "photos" / "board_2.png")),)
    assert found(folder, row(pictures=shown)) == ["board_2.png"]
    assert found(folder, row("board_1.png", pictures=shown)) == ["board_1.png"]
    assert "none of the 3 images" in found(folder, row(pictures=(ImportedImage(png_sha256="0" * 64),)))


def test_a_row_gets_the_bytes_of_its_pictures(folder):
    """Bytes and checksum are those of the file; a row with its own images stays unchanged."""
    (picture,) = load_images(row("board_1.png"), folder).pictures
    assert (picture.sha256, picture.body) == (checksum(1), drawn(1))
    own = row("board_2.png", pictures=(ImportedImage(checksum(7), drawn(7)),))
    assert load_images(own, folder) is own
    unknown = row("board_9.png")
    assert add_available_images(unknown, folder) is unknown
    assert "--images FOLDER" in load_images(unknown, None)
    assert load_images(unknown, folder) == "its image is not in the log, and board_9.png is not in photos"


def test_a_folder_has_to_hold_pictures(tmp_path):
    """A missing folder, or one without images, is an error; links and hidden folders are skipped."""
    with pytest.raises(ReplyFileError, match="is not a folder of images"):
        ImageFolder(tmp_path / "nowhere")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a1.png").write_bytes(drawn(1))
    (tmp_path / "link1.png").symlink_to(tmp_path / ".hidden" / "a1.png")
    with pytest.raises(ReplyFileError, match="holds no image: no file ends in .png"):
        ImageFolder(tmp_path)


def test_files_that_only_are_called_pictures_are_never_taken_for_one(write, tmp_path):
    """The search for a checksum skips unreadable files; the others are found."""
    folder = write(**{"board_2.png": 2})
    (tmp_path / "photos" / "broken.png").write_bytes(b"no picture")
    shown = (ImportedImage(png_sha256=compute_png_sha256(tmp_path / "photos" / "board_2.png")),)
    again = ImageFolder(tmp_path / "photos")
    assert sha256(again.find_images(row(pictures=shown))[0].read_bytes()).hexdigest() == checksum(2)
    assert found(folder, row("board_2")) == ["board_2.png"]
