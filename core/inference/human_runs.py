"""People as models: cases to show, answers as replies, and their journal."""

import random
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from core import __version__
from core.errors import RunError
from core.inference.run_identity import get_journal_path
from core.records import ORIGINAL_VIEW, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Model, Reply, Run, Value
from core.runs.open_journal import ONE_REPLY_S, open_journal
from core.solvers.replies import format_reply
from core.workspace import Workspace

SECONDS = 30.0
"""Time limit per question. Source: GIQ, section "Human baseline": a strict limit of 30 seconds per question."""

PROMPT_ID = "ask_yourself"
PROMPT = (
    "The photograph with its border and the letters A, B, C, six questions on one page, classes as buttons, numbers as "
    f"sliders, {SECONDS:.0f} seconds for all six: "
) + "; ".join(f"{question.title} ({question.asks})" for question in TRIANGLE_QUESTIONS)

PROMPT_OF_CHOICES = f"The images of the case, its question, its options as buttons, {SECONDS:.0f} seconds."

MAX_SLUG = 40


def make_slug(nickname: str) -> str:
    """Convert a nickname to part of a model's id: lower-case letters, digits and hyphens.

    Raises:
        RunError: no letter or digit is left.
    """
    letters = unicodedata.normalize("NFKD", nickname).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:MAX_SLUG].strip("-")
    if not slug:
        raise RunError("A nickname must contain at least one letter (a-z) or digit.")
    return slug


def build_human_run(nickname: str, *, is_choice: bool = False) -> Run:
    """Build the run of a person; the same nickname always yields the same run id.

    Args:
        nickname: of the person.
        is_choice: whether cases are multiple choice.

    Raises:
        RunError: the nickname has no letter or digit.
    """
    slug = make_slug(nickname)
    return Run(
        run_id=f"human-{slug}",
        model=Model(f"human-{slug}", f"{slug} (person)", kind="human"),
        prompt_id=PROMPT_ID,
        prompt=PROMPT_OF_CHOICES if is_choice else PROMPT,
        image_view=ORIGINAL_VIEW if is_choice else "marked",
        source="Ask yourself",
        started_at=datetime.now(UTC).replace(microsecond=0),
        settings={"seconds": SECONDS},
        versions={"trilens": __version__},
    )


def build_human_reply(case_id: str, answers: Mapping[str, Value], latency_s: float) -> Reply:
    """Build a reply from a person's answers, in the same form as a model's; omit unanswered questions.

    A letter is written verbatim; the six answers about a triangle become the JSON object that its prompt asks for.
    """
    letters = [value for question_id, value in answers.items() if question_id not in TRIANGLE_QUESTION_BY_ID]
    if letters:
        return Reply("you", case_id, str(letters[0]), latency_s=round(latency_s, 3))
    ordered = {q.question_id: answers[q.question_id] for q in TRIANGLE_QUESTIONS if q.question_id in answers}
    latency_s = round(latency_s, 3)
    if not ordered:
        return Reply("you", case_id, "", "empty", f"no answer within {SECONDS:.0f} s", latency_s)
    return Reply("you", case_id, format_reply(ordered), latency_s=latency_s)


def draw_cases(slots_by_group: Mapping[str, Mapping[str, str]], seed: int, count: int = 10) -> list[str]:
    """Draw cases for one quiz: each from a different group, with the slots as evenly distributed as possible.

    Args:
        slots_by_group: case by slot, by group.
        seed: the same seed yields the same cases.
        count: number of cases; fewer if there are fewer groups.
    """
    choice = random.Random(seed)  # noqa: S311 - no secret
    groups = sorted(slots_by_group)
    choice.shuffle(groups)
    order = sorted({slot for slots in slots_by_group.values() for slot in slots})
    choice.shuffle(order)
    chosen = []
    for index, group_id in enumerate(groups[:count]):
        cases = slots_by_group[group_id]
        wanted = order[index % len(order)]
        chosen.append(cases.get(wanted) or cases[min(cases)])
    return chosen


def write_human_replies(
    nickname: str, replies: Sequence[Reply], workspace: Workspace, *, is_choice: bool = False
) -> int:
    """Write replies to the person's journal, which the next build reads, and return the number of new ones.

    A case that this nickname has already answered keeps its first answer.

    Raises:
        RunError: the dashboard is read-only, or the nickname has no letter or digit.
        TrilensError: the journal contains another run, or another process holds its lock.
    """
    if workspace.is_read_only:
        raise RunError("This dashboard is read-only: answers are shown but not saved.")
    run = build_human_run(nickname, is_choice=is_choice)
    with open_journal(get_journal_path(run, workspace), run, ONE_REPLY_S) as journal:
        new = [reply for reply in replies if reply.case_id not in journal.replies]
        for reply in new:
            journal.append(replace(reply, run_id=run.run_id))
    return len(new)
