"""The authors' own folders of the two circle tasks, from the list of their paths and one copy of each image."""

import shutil

from core.settings import REPOSITORY

AUTHORS_FOLDERS = REPOSITORY.parent / "shared" / "blindtest"
"""The list of paths and the images. Their script `lay_out` starts a process per file, which takes 16 seconds."""


def write_authors_folders(folder):
    """Write the folders to a folder as the authors' repository has them."""
    for path in (AUTHORS_FOLDERS / "tree.txt").read_text(encoding="utf-8").splitlines():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        _, _, image = target.name.partition("_pixels_")
        shutil.copyfile(AUTHORS_FOLDERS / "images" / f"pixels_{image}", target)
    shutil.copyfile(AUTHORS_FOLDERS / "prompts.md", folder / "src" / "prompts.md")
    shutil.copyfile(AUTHORS_FOLDERS / "LICENSE", folder / "LICENSE")
