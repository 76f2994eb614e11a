"""Question tables in spreadsheets (xlsx), converted to the JSON that the reader of tables accepts."""

import json
from pathlib import Path

from core.importers.spreadsheet import read_spreadsheet

SPREADSHEET = ".xlsx"


def convert_spreadsheet(path: Path, folder: Path) -> Path:
    """Write the rows of a spreadsheet's first sheet to a JSON file, and return the file.

    The first row holds the names of the columns. Cells to the right of the last name and empty rows are left out.

    Args:
        path: of the spreadsheet.
        folder: for the new file.

    Raises:
        ReplyFileError: the spreadsheet is broken or too large.
    """
    rows = read_spreadsheet(path)
    header = ["" if name is None else str(name) for name in next(rows, ())]
    objects = []
    for row in rows:
        cells = dict(zip(header, [*row, *[None] * (len(header) - len(row))], strict=False))
        cells.pop("", None)
        if any(cell is not None for cell in cells.values()):
            objects.append(cells)
    target = folder / f"{path.name}.json"
    target.write_text(json.dumps(objects, ensure_ascii=False), encoding="utf-8")
    return target
