"""The role of a mentioned name in its sentence: asserted, considered, part of a description, or denied."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import IntEnum

from core.parsing.context import has_question_opening, is_correction, is_question, is_tentative
from core.parsing.names.denial import ARTICLE, NEAR_CHARACTERS, OPENING_SIGNS, extract_last_clause, is_denied
from core.parsing.names.mentions import NameMention
from core.parsing.sentences import Sentence, find_sentence


class MentionRole(IntEnum):
    """The role of a name in its sentence, the weakest first."""

    DENIED = 0
    PART = 1
    CONSIDERED = 2
    ASSERTED = 3


_AFFIRMED_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,4}(?:\s?(?:[:—–-]|→|=>)\s?(?:yes\b|✓|✔|✅|correct\b|fits\b|matche?s?\b|right\b)|\s?(?:✓|✔|✅)
        |\s(?:is|seems|fits)\s(?:the\s)?(?:correct|right|best(?!\sknown)|it\b|perfect\w*|answer
          |(?:better|closer|closest)\s(?:match|fit|answer|candidate|choice|guess)|m(?:ost|ore)\s(?:likely|plausible|probable)))""",
    re.IGNORECASE | re.VERBOSE,
)
_ANSWERED_YES = re.compile(r"[\"'`*_)\]]{0,4}\?[\"'`*_)\]]{0,4}\s{1,3}(?:yes\b|yep\b|✓|✔|✅)", re.IGNORECASE)
_PRESENTS = (
    r"(?:type|kind|sort|form|variant|version|example|picture|image|photo|photograph|rendering|render|model|view|name"
    r"|drawing|illustration|depiction|instance|case|representation|identification|outline|diagram|bild|abbildung|imagen"
    r"|that|identity|imagem|immagine|polyhedron|shape|figure|solid|projection)s?"
)
_FEATURES = (
    r"(?:characteristic|typical|features?|properties|structure|shape|net|signature|configuration|appearance|geometry"
    r"|arrangement|definition|indicative|hallmarks?|pattern|description|characteristics|those|reminiscent)"
)
_OF = re.compile(
    rf"\b(\w+)\s(?:of|von|de|du|di|do|da|des|del)\s{{1,3}}{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z", re.IGNORECASE
)
_PRESENTED = re.compile(_PRESENTS, re.IGNORECASE)
_FEATURED = re.compile(_FEATURES, re.IGNORECASE)
_PART_BEFORE = re.compile(
    rf"""(?:
        \b(?:from|between|inside|within|than|into|upon|onto|by|via|using|around|outside|in
           |(?<!settle\s)(?<!settled\s)(?<!decide\s)on|each|every|both|among|through
           |against)
      | \b(?:start\w*|begin\w*|together|combin\w+|along|fill\w*|attached|intersect\w*|compar\w+|contrast\w*)
           \s(?:with|to)
      | \b(?:truncat|cut|stellat|rectify|expand|augment|elongat|join|attach|glu|twist|add|subdivid|chamfer|extend|slic
           |remov|replac|plac|stack|combin|merg|intersect|inscrib|clipp|consider|exclud|compar|tak|modify)ing
           \s(?:\w+\s){{0,3}}?
      | \b(?:dual|relative|cousin|counterpart|analog(?:ue)?|hull|core|parent|seed|base|symmetry|group|neighbou?r)
           \s(?:is|being|would\sbe|of|=|:)
      | \b(?:related|relative|similar|other|dual|compare|cf|see\salso|alternatives?|candidates?|duals?)
           (?:\s\w+)?\s?[:=|]
      | (?<!go\s)(?<!going\s)(?<!went\s)(?<!stick\s)(?<!consistent\s)(?<!match\s)(?<!matches\s)(?<!fit\s)(?<!fits\s)
        (?<!accordance\s)(?<!line\s)(?<!agrees\s)\bwith
      | \b(?:because|since|whereas|while|although|though|unlike)\s(?:an?|the|in)
      | \b(?:two|three|four|five|six|seven|eight|ten|twelve|\d{{1,3}}(?<!\b1))
          (?:\s(?:\w+(?:ed|ing)|dual|regular|identical|congruent|equal))?
      | \b(?:inter\w+(?:ing|ed)|overlapping)
      | \b(?:half|quarter|part|portion)
      | \bsuch\sas | \be\.?g\.?,? | \bfor\sexample,? | \b(?:underlying|original|inner|central)
      )\s{{0,3}}{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_PART_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,4}(?:
        -(?:like|shaped|ish|based|derived|type)
      | [\s-](?:stellation|compound|symmetr\w+|faces|group|family|vertices|corners|edges|skeleton|lattice|vertex
           |type\s(?:faces|base))
      )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_DESCRIBED_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,4}[,(]?\s?(?:with|whose|where|having|that(?!\sis,)|which|but|after|in\swhich)\b[^.!?\n;:]{0,80}?
        \b(?:cut|truncated|clipped|chopped|removed|bevel\w*|sliced|rounded|chamfered|shaved|sawn|trimmed|replaced
          |pyramids?|spikes?|caps?|protrusions?|points?|stellated|extended|attached|raised|glued|twisted|added|missing|augmented|capped|rectified)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REWORKED_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,4}\s(?:
        (?:augmented|capped|topped|truncated|elongated|extended|stellated|diminished|cut|sliced|joined|glued|attached
          |stacked|flattened|stretched|squashed|compressed)\s(?:with|by|at|on|to|along|through|in|into|off|onto)
      | (?:inscribed|embedded|nested|enclosed)\s(?:in|inside|within|around)
      | missing | lacking | minus | without(?!\s(?:any|further|additional)) )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REASON_BEFORE = re.compile(
    r"\w[,\s]{1,3}(?:since|because|given\sthat)\s(?!it\b|this\b|that\b|we\b|I\b)[^,.;:!?\n]{0,100}\Z", re.IGNORECASE
)
"""Words that give a reason for the name before them: "an octahedron, since its halves are square pyramids"."""

_AT_FIRST_BEHIND = re.compile(r"[\"'`*_)\]]{0,4},?\sat\sfirst\s(?:glance|sight|look)\b", re.IGNORECASE)
_CONSIDERED_BEFORE = re.compile(
    rf"""(?:
        \b(?:like|resembl\w+|similar\sto|close\sto|akin\sto|related\sto|reminiscent\sof|consider\w*|considering|thought\sof
           |think\sof|suggest\w*|ruled?|guess(?:ed|ing)?\sat|examin\w+|compare\w*|rather|almost|nearly|check\w*|test\w*
           |tried|try|possibilit\w+|options?|candidates?\s(?:are|include|were)|known\ssolids?|consistent\swith|first|recall)
        (?:\s(?:the|both|that\sof|those\sof|a\sshape\sof|include|are|is|were))?
      )[:\s]{{0,3}}{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_CORRECTED_BEFORE = re.compile(
    r"(?:(?:^|[\s,;.—–-])(?:no|nope|wait|hmm)\s?[,.:—–!-]|\bor\srather\b|\bI\s(?:mean|meant)\b|\bbetter:|\bon\sreflection\b)"
    r"[^.!?\n]{0,60}\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"[\s*_\"'`]{0,4}(?:,|/|;|&|,?\s?\b(?:and|or|und|y|et|e)\b)[\s*_\"'`]{0,4}(?:an?\s|the\s)?", re.IGNORECASE
)
_CONNECTED = re.compile(
    r"[\s*_\"'`]{0,4},?\s?\b(?:and|or|nor|und|oder|y|et|ou|ni)\s[\s*_\"'`]{0,4}(?:(?:an?|the|that\sof\sthe)\s)?",
    re.IGNORECASE,
)
_MIN_LISTED = 3
_SHORT_CORRECTION = re.compile(r"[\W_]{0,4}(?:no|wait|hmm|nope|actually|oops|correction|hold on)\b[^\n]{0,40}", re.I)


@dataclass(frozen=True, slots=True)
class SentenceMention:
    """A mention with its sentence and its role.

    Attributes:
        before, behind: the near words of its sentence around it.
        is_corrected: whether it replaces an earlier statement.
        is_affirmed: whether a verdict after it accepts it.
    """

    mention: NameMention
    role: MentionRole
    sentence: Sentence
    before: str
    behind: str
    is_corrected: bool = False
    is_affirmed: bool = False


def place_mentions(text: str, mentions: list[NameMention], sentences: list[Sentence]) -> list[SentenceMention]:
    """Return the mentions with their roles, in order."""
    starts = [sentence.start for sentence in sentences]
    placed = []
    for mention in mentions:
        sentence = find_sentence(sentences, mention.start)
        before = text[max(sentence.start, mention.start - NEAR_CHARACTERS) : mention.start]
        behind = text[mention.stop : min(max(sentence.stop, mention.stop), mention.stop + NEAR_CHARACTERS)]
        index = bisect_right(starts, sentence.start) - 1
        earlier = text[sentences[index - 1].start : sentence.start] if index > 0 else ""
        is_affirmed = (_AFFIRMED_BEHIND.match(behind) or _ANSWERED_YES.match(text, mention.stop)) is not None
        role = _find_role(text, mention, sentence, before, behind, is_affirmed)
        is_corrected = role >= MentionRole.CONSIDERED and _is_corrected(before, earlier)
        placed.append(SentenceMention(mention, role, sentence, before, behind, is_corrected, is_affirmed))
    return _demote_lists(text, _share_roles(text, placed))


def _share_roles(text: str, placed: list[SentenceMention]) -> list[SentenceMention]:
    """Return the mentions; the second of two joined by "and" gets the role of the first if that is weaker."""
    shared: list[SentenceMention] = []
    for each in placed:
        earlier = shared[-1] if shared else None
        gap = text[earlier.mention.stop : each.mention.start] if earlier else ""
        if earlier and len(gap) < NEAR_CHARACTERS and _CONNECTED.fullmatch(gap):
            each = replace(each, role=min(each.role, earlier.role))
        shared.append(each)
    return shared


def _demote_lists(text: str, placed: list[SentenceMention]) -> list[SentenceMention]:
    """Return the mentions; a list of three or more names becomes parts, since it lists examples or candidates."""
    found = list(placed)
    first = 0
    for index in range(1, len(placed) + 1):
        gap = text[placed[index - 1].mention.stop : placed[index].mention.start] if index < len(placed) else ""
        if index < len(placed) and len(gap) < NEAR_CHARACTERS and _LISTED.fullmatch(gap):
            continue
        names = {each.mention.meanings or each.mention.name for each in placed[first:index]}
        if len(names) >= _MIN_LISTED:
            found[first:index] = [replace(each, role=min(each.role, MentionRole.PART)) for each in placed[first:index]]
        first = index
    return found


def _find_role(
    text: str, mention: NameMention, sentence: Sentence, before: str, behind: str, is_affirmed: bool
) -> MentionRole:
    question = is_question(text[sentence.start : sentence.stop])
    if is_denied(before, behind, text[mention.stop : mention.stop + 40]):
        return MentionRole.DENIED
    if is_affirmed:
        return MentionRole.ASSERTED
    if question and has_question_opening(text[sentence.start : sentence.stop]):
        return MentionRole.DENIED
    if _is_part(before, behind) or text[mention.stop - 2 : mention.stop] in ("'s", "’s"):
        return MentionRole.PART
    is_considered = _CONSIDERED_BEFORE.search(before) or _AT_FIRST_BEHIND.match(behind)
    if question or is_considered or is_tentative(extract_last_clause(before), ""):
        return MentionRole.CONSIDERED
    if (of := _OF.search(before)) and _FEATURED.fullmatch(of[1]):
        return MentionRole.CONSIDERED
    return MentionRole.ASSERTED


def _is_part(before: str, behind: str) -> bool:
    """Return whether a name only describes something else: "cut from a cube", "stellation of the icosahedron"."""
    of = _OF.search(before)
    if of and not _PRESENTED.fullmatch(of[1]) and not _FEATURED.fullmatch(of[1]):
        return True
    return (
        _PART_BEFORE.search(before) is not None
        or _REASON_BEFORE.search(before) is not None
        or _PART_BEHIND.match(behind) is not None
        or _DESCRIBED_BEHIND.match(behind) is not None
        or _REWORKED_BEHIND.match(behind) is not None
    )


def _is_corrected(before: str, earlier: str) -> bool:
    """Return whether the words before a name retract an earlier statement."""
    return (
        is_correction(before)
        or _CORRECTED_BEFORE.search(before) is not None
        or (_SHORT_CORRECTION.fullmatch(earlier.strip()) is not None)
    )
