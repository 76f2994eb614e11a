"""A case of a warehouse as a record."""

from core.benchmarks.cases import Case, CaseQuestion
from core.question_types.question_type import parse_answer_form
from core.warehouse.read import Warehouse


def read_case(warehouse: Warehouse, case_id: str) -> Case:
    """Return a case with its questions as the benchmark supplied it, without factors and images.

    Args:
        warehouse: the open warehouse.
        case_id: of an existing case.
    """
    row = warehouse.query("group_cases", case_id=case_id, first=0).set_index("case_id").loc[case_id]
    stored = warehouse.query("answer_forms", case_id=case_id)
    forms: dict[str, str] = dict(zip(stored["question_id"], stored["form"], strict=True))
    asks = [
        CaseQuestion(
            asked["question_id"],
            () if asked["options"] is None else tuple(asked["options"]),
            form=parse_answer_form(forms.get(asked["question_id"])),
        )
        for asked in warehouse.query("asked", case_id=case_id).to_dict("records")
    ]
    text = row["text"] if isinstance(row["text"], str) else None
    return Case(case_id, str(row["group_id"]), str(row["title"]), tuple(asks), str(row["slot"]), text)
