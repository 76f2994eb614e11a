"""Questions of this session, running and finished, each saved once."""

import threading
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlsplit

from core.errors import TrilensError
from core.inference.clients.providers import Endpoint
from core.inference.frames import choose_frames
from core.inference.live_question import LiveQuestion, record_outcome
from core.inference.prompts import Prompt
from core.inference.request_content import build_request
from core.inference.run_options import RunOptions
from core.inference.view_names import VIEW_TITLES
from core.records import ORIGINAL_VIEW, Reply
from core.solvers import SOLVERS
from core.workspace import Workspace
from dashboard.data.current_benchmark import get_workspace
from dashboard.pages.ask import texts
from dashboard.pages.ask.prompt_options import find_benchmark_prompt
from dashboard.pages.ask.subject import AskSubject
from dashboard.runtime.state_keys import ask as keys
from dashboard.widgets.visitor_quota import take_questions

MAX_AT_ONCE = 12
MAX_REMEMBERED = 60
"""Maximum number of questions per session whose replies are kept in memory; the oldest are dropped first."""


@dataclass(slots=True)
class SessionQuestion:
    """One question of the session.

    Attributes:
        subject: the subject, without its image.
        options: prompt, image view and number of frames.
        has_usual_prompt: whether the prompt is the benchmark's own; labels then omit it.
        journal: whether the reply was saved in the journal, as a sentence; empty until it is settled.
        is_settled: whether the question is over and, if it is to be saved, in the journal.
    """

    number: int
    subject: AskSubject
    endpoint: Endpoint
    options: RunOptions
    question: LiveQuestion
    asked_at: datetime
    has_usual_prompt: bool
    is_to_be_kept: bool = True
    journal: str = ""
    is_settled: bool = False

    @property
    def prompt(self) -> Prompt:
        """The prompt."""
        return self.options.prompt

    @property
    def view(self) -> str:
        """The image view."""
        return self.options.image_view

    @property
    def run_id(self) -> str:
        """The id of this question's run in tables."""
        return f"live-{self.number}"

    @property
    def model_label(self) -> str:
        """The name of the model."""
        is_solver = self.endpoint.provider.library is None
        return SOLVERS[self.endpoint.model_name].model.display_name if is_solver else self.endpoint.model.model_id

    @property
    def label(self) -> str:
        """Model, custom server, view, frames and prompt; omits the original view, all frames and the usual prompt."""
        parts = [self.model_label]
        if self.endpoint.provider.default_url is None and self.endpoint.base_url is not None:
            parts.append(urlsplit(self.endpoint.base_url).netloc)
        if self.view != ORIGINAL_VIEW:
            parts.append(VIEW_TITLES[self.view])
        if self.options.sent_frames is not None:
            parts.append(f"{self.options.sent_frames} frames")
        if not self.has_usual_prompt:
            parts.append(self.prompt.prompt_id)
        return " · ".join(parts)

    @property
    def kind(self) -> tuple[str | int | None, ...]:
        """The values that two identical questions share."""
        target, subject = self.endpoint, self.subject
        asked = (self.view, self.prompt.prompt_id, self.options.sent_frames)
        return (subject.benchmark_id, subject.subject_id, target.model.model_id, target.base_url, *asked)

    @property
    def reply(self) -> Reply | None:
        """The reply; None while the question runs, and if it failed or was stopped."""
        outcome = self.question.outcome
        return None if outcome is None else outcome.as_reply(self.run_id, self.subject.subject_id)


@dataclass(slots=True)
class AskSession:
    """All questions of a session, the oldest first."""

    asked: list[SessionQuestion] = field(default_factory=list)
    count: int = 0

    def list_latest(self, subject: AskSubject) -> list[SessionQuestion]:
        """Return the last question of each kind about a subject; another benchmark may have a case of the same id."""
        same = subject.benchmark_id, subject.subject_id
        last = {item.kind: item for item in self.asked if (item.subject.benchmark_id, item.subject.subject_id) == same}
        return list(last.values())


def get_ask_session() -> AskSession:
    """Return this visitor's session of questions."""
    session = keys.SESSION.read()
    if not isinstance(session, AskSession):
        session = AskSession()
        keys.SESSION.write(session)
    return session


def start(
    subject: AskSubject,
    endpoints: list[Endpoint],
    views: list[str],
    prompt: Prompt,
    *,
    n_frames: int | None,
    is_to_be_kept: bool,
) -> None:
    """Ask every model in every view, each in its own thread; skip questions that are still running.

    Args:
        subject: the case or photograph.
        endpoints: the models.
        views: the image views.
        prompt: the prompt.
        n_frames: number of frames of a video that are sent; None for all.
        is_to_be_kept: whether replies are saved in a journal.

    Raises:
        RunError: these are more questions than the visitor may ask.
        PromptError: the prompt has no placeholder for the question.
    """
    session, sources = get_ask_session(), subject.sources
    if sources is None:
        return
    # Drop the images of an uploaded photograph, so that not every question about it keeps a copy.
    about = replace(subject, sources=None, url=None, rectified_url=None)
    under_way = {item.kind for item in session.asked if not item.is_settled}
    usual = find_benchmark_prompt()
    has_usual_prompt = usual is not None and prompt.prompt_id == usual.prompt_id
    sent = sources if n_frames is None else choose_frames(sources, n_frames)
    messages = {view: subject.build_message(prompt.text, view) for view in views}
    new: list[SessionQuestion] = []
    for target, view in ((target, view) for target in endpoints for view in views):
        options = RunOptions(prompt, view, n_frames=n_frames)
        question = LiveQuestion(target, partial(build_request, sent, messages[view], view, target.limits.max_side_px))
        number = session.count + len(new) + 1
        item = SessionQuestion(
            number, about, target, options, question, datetime.now(UTC), has_usual_prompt, is_to_be_kept
        )
        if item.kind not in under_way:
            new.append(item)
    take_questions(sum(item.endpoint.provider.library is not None for item in new))
    session.count += len(new)
    session.asked += new
    for item in new:
        item.question.start()
        threading.Thread(target=_save_when_finished, args=(item, get_workspace()), name="settle", daemon=True).start()
    done = [item for item in session.asked if item.is_settled]
    for item in done[: max(len(session.asked) - MAX_REMEMBERED, 0)]:
        session.asked.remove(item)


def _save_when_finished(item: SessionQuestion, workspace: Workspace) -> None:
    """Wait for the end of a question and save its reply; runs in its own thread.

    A Streamlit callback cannot do this. Callbacks and fragments run only while a browser is connected and its page
    requests a rerun: a visitor who leaves the page or closes the tab while a paid reply arrives would lose it, and
    one who opens the page twice would save it twice. This thread reads the reply to its end, writes it once, and sets
    `is_settled` last, the only flag that later runs of the page check. It receives its workspace as an argument because
    a thread has no session in which to look up the benchmark.
    """
    for _ in item.question.iterate_chunks():
        pass
    try:
        item.journal = _save_to_journal(item, workspace)
    finally:
        item.is_settled = True


def _save_to_journal(item: SessionQuestion, workspace: Workspace) -> str:
    """Write a reply to the journal if it belongs there; return a sentence that states whether, and if not, why."""
    outcome = item.question.outcome
    if outcome is None:
        return texts.NO_REPLY_TO_SAVE
    if not item.subject.is_of_benchmark:
        return texts.UNSAVED_PHOTOGRAPH
    if item.endpoint.provider.library is None:
        return texts.UNSAVED_SOLVER
    if workspace.is_read_only:
        return texts.UNSAVED_READ_ONLY
    if not item.is_to_be_kept:
        return texts.UNSAVED_AS_CHOSEN
    try:
        record_outcome(outcome, item.subject.subject_id, item.endpoint, item.options, workspace)
    except (TrilensError, OSError) as error:
        return texts.describe_unsaved(str(error))
    return texts.SAVED
