"""Context around a position in a reply: sentence, negation, condition, question, rejection, correction.

It decides whether a candidate answer is asserted. English, Chinese, German, French, Spanish, Portuguese, Italian,
Japanese and Korean are covered as far as models mix them into replies.
"""

import re

_OPEN = r"[\s\"'`*_(\[$]"
_CLOSE = r"[\s\"'`*_)\]$]"

_FILLERS = (
    r"(?:(?:be|in|to|at|on|for|option|options|choice|letter|answer|the|an?|either|even|with|either|both|die|der|das"
    r"|la|le|el|l'|les?|los|las|il|lo|o|point|really|quite|necessarily|simply|just|move[ds]?|go|turn|lie|stand|sit|look|like|show|located|placed|positioned|say"
    r"|choose|pick|ever|even|any|(?!surprising|coincidental|unexpected)\w{3,14}ly)" + _OPEN + "{1,6})"
)
_COORDINATED_BEFORE = r"(?:\(?[A-Z]\)?\s{0,2}(?:,\s?(?:and|or|nor)?|and|or|nor|oder|und|ou|&|/)\s{0,2}){0,6}"
_COORDINATED_BEHIND = (
    r"(?:\s{0,2}(?:,\s?(?:and|or)?|and|or|&)\s{0,2}\(?[A-Z]\)?(?!\w|\s(?:is|was|does|has|would)\b)){0,6}\s{0,2}"
)
"""Letters that share a predicate: "neither A nor B", "A, B and C are wrong"."""

_NEGATED_BEFORE = re.compile(
    rf"""(?:
        \b(?:not|(?:nor|neither)(?:\ (?:do|does|is|are|can))?|none\ of|no\ longer|never
          |non|than|unlike|except|without|instead\ of|other\ than|as\ opposed\ to|anything\ but
          |no\ way|nothing|reluctant|(?:refus|declin|hesitat|avoid)(?:e|es|ed|s|ing)?
          |by\ no\ means|in\ no\ way|under\ no\ circumstances|keineswegs|keinesfalls|auf\ keinen\ fall
          |en\ aucun\ cas|de\ ninguna\ manera|in\ nessun\ modo
          |far\ from(?:\ being)?(?:\ (?:certain|clear|sure|obvious))?(?:\ that)?|hardly
          |unlikely(?:\ to\ be)?|cannot(?:\ be)?
          |can\ not(?:\ be)?|excludes?|excluded|excluding|eliminat\w{{1,5}}|reject\w{{0,4}}|rul(?:es?|ed|ing)\ out
          |discard\w{{0,4}}|dismiss\w{{0,4}}|doubt(?:\ that)?|versus|vs\.?|rather\ than|as\ against|isnt|ain't
          |не|nicht|kein\w{{0,2}}|statt|pas|ni|sondern\ nicht|sin|em\ vez\ de|no\ (?:es|está)|não\ é|non\ è
          |(?:wrong|incorrect|mistake|mistaken)\ to\ (?:say|choose|pick|select|answer
             |call(?:\ (?:it|this|that))?|conclude|take))\b
        | \b(?:rejected|eliminated|excluded|discarded|incorrect|wrong|ruled\ out)
          (?:\ (?:options?|choices?|answers?|letters?))?\s?:
        | n['’]t\b | \bn't\b
        | (?<=\b[A-Z]\ )over\b | (?<=\b[A-Z]\)\ )over\b | (?<=\b[A-Z]\*\*\ )over\b
        | \b(?:not|never|hardly|cannot|n['’]t|fails?\ to|nothing(?:\ \w{{1,12}}){{0,6}})\ (?:\w{{3,14}}ly\ )?
          (?:support|suggest|indicat|match|fit|favou?r|confirm|justif|describ|point|appl|correspond|agree|align|satisf
             |speak|hint|resembl)\w{{0,4}}(?:\ (?:to|at|with|for|towards?|up\ with|in\ favou?r\ of))?
        | \b(?:no|little|scant|insufficient|hardly\ any|zero|lacks?)\ (?:\w{{3,14}}\ )?
          (?:evidence|support|indication|signs?|hints?|reasons?|basis|justification|argument|case|grounds?)
          (?:\ \w{{2,12}}){{0,4}}?\ (?:for|of|to|in\ favou?r\ of)
        | (?:不|没有|沒有|不是|不可能|不能|不应|不應|不该|不該|不会|不會|而非|并非|並非|排除)
          (?:选择|選擇|选|選|为|為|是)?
        ) {_OPEN}{{0,6}} {_FILLERS}{{0,4}} {_COORDINATED_BEFORE} \Z""",
    re.IGNORECASE | re.VERBOSE,
)
_THE_ANSWER_IS_DENIED_BEFORE = re.compile(
    r"\b(?:unlikely|improbable|implausible|hardly|doubt|doubtful|dubious|questionable|false|untrue|wrong|incorrect"
    r"|no (?:chance|way|indication|sign)"
    r"|(?:far from|anything but) (?:certain|clear|sure|obvious)"
    r"|not (?:sure|certain|clear|convinced|likely|true|correct|reasonable|plausible|possible)"
    r"|no (?:evidence|reason)|can(?:not|'t| not)(?: \w{1,12}){0,2}"
    r" (?:say|tell|confirm|be sure|determine|know|decide|judge|see))\b"
    r"(?:\s\w{1,12}){0,3}\s(?:that|if|whether)\b[^.,;!?\n]{0,80}\Z",
    re.IGNORECASE,
)
_NOT_BELIEVED_BEFORE = re.compile(
    r"(?:\b(?:do|does|did|would|can)(?:n['’]t|\snot)|\bcannot)\s(?:think|believe|say|see\show|agree)\b[^.,;:!?\n]{0,80}\Z"
    r"|\b(?:(?:glaube|denke|meine|finde)\snicht,?\sdass|ne\s(?:pense|crois)\spas|(?:no|não|non)\s(?:creo|pienso|acho|creio|penso"
    r"|credo))\b[^.;:!?\n]{0,60}\Z"
    r"|\bnot\sthe\scase\b[^.,;:!?\n]{0,60}\Z"
    r"|\b(?:no\sway|in\sno\sway|by\sno\smeans|under\sno\scircumstances)\b(?:(?!\b(?:but|rather)\b)[^.,;:!?\n]){0,40}\Z",
    re.IGNORECASE,
)
_PREDICATE_BEHIND = r"(?:is|are|was|were|can|could|must|seems?|looks?|appears?|would|ist|sind|es|son|est|sont|é)"
_NEGATED_BEHIND = re.compile(
    rf"""{_CLOSE}{{0,6}}{_COORDINATED_BEHIND}
        (?:{_PREDICATE_BEHIND}\s{{1,4}})?(?:\w{{3,14}}ly\s|also\s|all\s|both\s|therefore\s|thus\s|be\s|to\ be\s)*
        (?: not\b|never\b|too\s|wrong\b|incorrect\b|false\b|falsch\b|fausse?\b|fals[ao]\b|incorrect[ao]\b|errad[ao]\b
          | (?:the\ )?(?:worst|least)\b | (?:(?:far|much|even|clearly)\ )?less\ \w{{3,14}}
          | the\ last\ (?:thing|one|option|answer|choice|letter)\ (?:that\ )?(?:I|we|one|anyone)\b
          | (?:completely\ |totally\ )?off(?:\ the\ table)?\b | out\ of\ the\ question\b
          | no\ (?:longer|good|match|fit|option|candidate)\b
          | makes?\ no\b | (?:has|have)\ no\ (?:support|evidence|basis|merit)\b
          | (?:an?\ )?(?:distract\w+|trap|decoy|red\ herring|mistake|error
             |(?:bad|poor|wrong)\ (?:choice|fit|match|answer|option))\b
          | ruled\ out|excluded\b|eliminated\b|impossible\b|implausible\b|unlikely\b|hardly\b|out\b(?!\s+of\b)
          | nicht\b|hidden\b|untrue\b|anything\ but\b|far\ from\b
          | scheide[tn]\ aus\b|entf[aä]ll(?:t|en)\b|f[aä]ll(?:t|en)\ weg\b|pass(?:t|en)\ nicht\b|komm(?:t|en)\ nicht\b
          | exclue?s?\b|ne\ convient\ pas\b|queda[n]?\ descartad[ao]s?\b|se\ descartan?\b|descartad[ao]s?\b
          | (?:is|are|was|does|do|can|could|wo|would|did)n['’]t\b | cannot\b | can\ not\b | (?:does|do|did)\ not\b
          | fails?\b|contradicts?\b|n['’]est\ pas\b|no\ es\b|não\b|non\ è\b
          | [都也均皆]?不(?:对|對|正确|正確|是|符合|成立|可能|行)|错|錯|是?错误|是?錯誤|は(?:誤り|違|間違)|ではな
          | [은는이가]?\s?오답|[은는이가]?\s?아니
          | (?:no|nein|non|não)(?=\s?[.,;!\n]|\s?\Z)
          | \s?[:-]\s?(?:no|wrong|incorrect|false|nope)\b | ❌|✗|✘|✖ )""",
    re.IGNORECASE | re.VERBOSE,
)
_HARMLESS_IF = re.compile(
    r"\bif\s+(?:I\s+(?:had|have|must|were\s+to\s+(?:guess|choose|pick))|forced|anything|pressed|you\s+(?:look|ask)"
    r"|we\s+(?:look|compare|measure|assume\s+nothing)|not\s+mistaken|necessary|so\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|assuming|suppose|supposing|provided\s+that|were\s+it|had\s+the|only\s+when|otherwise|in\s+case|in\s+a\s+mirror|mirrored|(?:seen|viewed)\s+from\s+(?:the\s+)?(?:other|opposite|behind)"
    r"|for\s+(?:the|a|an)\s+(?:reverse|opposite|inverse|converse|mirrored|flipped|next|second|other|previous)d?\s+(?:question|case|image"
    r"|direction|order|figure|problem|view(?:point)?)"
    r"|in\s+order\s+for|to\s+be\s+true|were\s+(?:true|correct|right)|answer\s+depends|wenn|falls|wäre|si|sinon|se\s+fosse|caso)\b"
    r"|如果|若|假如|假设|要是|もし|만약|\A\W{0,4}had\s",
    re.IGNORECASE,
)
_WOULD_BEHIND = re.compile(
    rf"{_CLOSE}{{0,6}}(?:would|wäre|würde|sería|seria|serait|could\s+only|might)\b"
    r"(?!\s+(?:be|have\s+to\s+be)\s+(?:the|my|our)?\s*(?:answer|correct|best|right|most|likely|final|choice|pick|guess|selection|vote)"
    r"|\s+(?:get|have)\s+my\s+vote)",
    re.IGNORECASE,
)
_ONLY_IF_BEHIND = re.compile(
    r"(?:(?!\b(?:since|because)\b)[^.!?\n]){0,60}\b(?:only\s+if|only\s+when|if\b[^.!?\n]{0,60}\bwere|unless)\b",
    re.IGNORECASE,
)

_TENTATIVE_BEFORE = re.compile(
    r"\b(?:at\s+first(?:\s+(?:sight|glance))?|first(?:ly)?,?\s+I|initially|originally|previously|I\s+thought"
    r"|(?:many|some|most|other|people|models|one)\s(?:\w+\s)?(?:would|might|may|could)\s(?:say|think|answer|choose|pick)"
    r"|I\s+(?:first|initially)\s+\w+|tempt\w+|might|may|could|maybe|perhaps|possibly|potentially|one\s+might"
    r"|seems?\s+to\s+be|zuerst|zunächst|vielleicht|peut-être|quizás?|talvez)\b|也许|也許|(?<!不)可能|一开始|たぶん|かもしれ",
    re.IGNORECASE,
)
_TENTATIVE_BEHIND = re.compile(
    r"[^.!?\n]{0,40}\b(?:at\s+first\s+(?:sight|glance)|seems\s+possible|is\s+(?:possible|tempting|plausible|a\s(?:common\s)?(?:mistake|error)|wrong|incorrect))\b",
    re.IGNORECASE,
)
_CONSIDERED_BEFORE = re.compile(
    r"\b(?:consider(?:ing)?|examin(?:e|ing)|look(?:ing)?\sat|check(?:ing)?|evaluat(?:e|ing)|analy[sz](?:e|ing)|inspect(?:ing)?"
    r"|start(?:ing)?\swith|begin(?:ning)?\swith|compar(?:e|ing)|regarding|test(?:ing)?|turn(?:ing)?\sto|discuss(?:ing)?)"
    r"\s{1,2}(?:(?:the\s)?(?:option|choice|answer|letter|statement)\s{1,2})?[\"'`*_(\[]{0,4}\Z",
    re.IGNORECASE,
)
_REJECTED_NOUN = re.compile(
    r"\b(?:last|worst)\s(?:option|thing|choice|one|answer|letter)\s(?:that\s|which\s)?\Z"
    r"|\b(?:wrong|incorrect|false|mistaken|tempting|second|second-best|third|next|other|another|alternative|bad|worst"
    r"|poor|naive|mirrored|common|usual|previous|first|initial|earlier|distract\w+|falsche?|fausse|incorrecta|errada)"
    r"[\s-]{1,4}(?:\w{1,16}[\s-]{1,4}){0,2}\Z",
    re.IGNORECASE,
)
_QUESTION_WORDS = re.compile(
    r"[\W_]{0,8}(?:(?:but|and|so|hmm|wait|or|then)\W{1,3})?(?:is|are|was|could|can|would|might|may|should|does|do|did"
    r"|what|which|why|how|where|ist|est-ce|¿)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(r"\b(?:but|however|yet|nevertheless|still|aber|mais|pero|mas)\b|;|但是?|不过", re.IGNORECASE)
_CORRECTION = re.compile(
    r"(?:^|[,;:-]\s|\b(?:but|no|oh|so)[, ]\s?)\W{0,4}actually\b"
    r"|\b(?:wait|sorry|hold\s+on|re-?check(?:ing)?|re-?examin\w+|double-?check(?:ing)?|correction|on\s+second\s+thoughts?|(?:up)?on\s+(?:(?:closer|further|careful|second)\s+)?(?:reflection|review|inspection|re-?\w{4,14}tion)|(?:on|at|upon|after)\s+(?:a\s+)?(?:closer|second|further|another)\s+(?:look|glance|reading|check)|strike\s+that|scratch\s+that|let\s+me\s+correct|I\s+mean|I\s+meant"
    r"|(?:I\s+)?(?:was|am)\s+(?:wrong|mistaken)|my\s+mistake|I\s+made\s+(?:a|an)\s+(?:mistake|error)|apolog\w+"
    r"|or\s+rather|(?<=[,.…]\s)no(?=,\s)|make\s+that|I\s+forgot|revis(?:e|ed|ing)|corrected|oops|korrektur|corrección|correction|correção)\b|\b(?:edit|update):|更正|纠正|訂正|等等|不对，|不對，"
    r"|\A\W{0,4}no,\s{1,2}\W{0,4}\Z",
    re.IGNORECASE,
)
CORRECTION_WORDS = (
    r"\b(?:wait|actually|correction|sorry|rather|no|scratch that|strike that|I mean|I meant|make that"
    r"|revised|oops)[\s,:.-]{1,4}"
)
"""Words right before an answer that replaces an earlier one, if `is_correction` holds for its sentence."""

_CONCLUSION_BEFORE = re.compile(
    r"""(?:\b(?:so|thus|therefore|hence|accordingly|consequently|conclude|concluding|conclusion|finally|final
          |result|means|leaves|leaving|remains|implies|must\ be|has\ to\ be|can\ only\ be|should\ be|should\ choose
          |it(?:'s|\ is)\ clearly|also\ folgt|folglich|donc|por\ (?:lo\ )?tanto|portanto|quindi|actually|correction
          |more\ likely|most\ likely
          |(?:I|we)(?:'d|'ll|\ would|\ will)?\ (?:say|guess|conclude|bet)|but\ it(?:'s|\ is)|best\ (?:fit|match)\ is
          |the\ (?:best|correct|right|only|most\ likely|closest)
             (?:\ (?:fit|match|one|option|choice|candidate|of\ these))?
          \ is)\b
        | =>|⇒|→|->|∴|所以|因此|故|因而|したがって|따라서)
        [\s"'`*_(\[$:,-]{0,8}
        (?:(?:it|this|that|the|my|is|be|must|has|to|option|choice|letter|answer|with|correct|only|one|an?)
          [\s"'`*_(\[$:,]{1,6}|it's\s|that's\s){0,6} \Z""",
    re.IGNORECASE | re.VERBOSE,
)

_LIKEWISE_BEFORE = re.compile(
    r"\bso\s(?:is|are|was|were|does|do|did|has|have|can|must)\s[\"'`*_(\[$]{0,4}\Z", re.IGNORECASE
)
"""Words that repeat the verdict on another answer: "A is out, and so is D"."""

_BEGINS_CONCLUSION = re.compile(
    r"[\W_]{0,8}(?:so|thus|therefore|hence|consequently|accordingly|overall|finally"
    r"|(?:in|as a) (?:conclusion|summary|result)|conclusion|to (?:conclude|sum up|summarize)|based on"
    r"|given (?:this|these|that|the)|this (?:means|implies|shows|suggests)"
    r"|we (?:can )?conclude|it follows|daher|also|folglich|donc|por (?:lo )?tanto|因此|所以)\b",
    re.IGNORECASE,
)

NEAR_CHARACTERS = 120
"""Number of characters on each side that are searched for negations and conclusions."""


def is_doubted(before: str) -> bool:
    """Return whether the words before a candidate only doubt it: "I am not sure whether the answer is"."""
    return _THE_ANSWER_IS_DENIED_BEFORE.search(before[-NEAR_CHARACTERS:]) is not None


def is_negated(before: str, behind: str) -> bool:
    """Return whether the words before and after a candidate in its sentence deny it."""
    near = before[-NEAR_CHARACTERS:]
    return (
        _NEGATED_BEFORE.search(near) is not None
        or is_doubted(near)
        or _NOT_BELIEVED_BEFORE.search(near) is not None
        or _NEGATED_BEHIND.match(behind[:NEAR_CHARACTERS]) is not None
    )


def is_hypothetical(before: str, behind: str) -> bool:
    """Return whether the words of its sentence make a candidate depend on an unfulfilled condition."""
    clause = _extract_last_clause(before)
    if _CONDITION.search(clause) and not _HARMLESS_IF.search(clause):
        return True
    near = behind[:NEAR_CHARACTERS]
    return _WOULD_BEHIND.match(near) is not None or _ONLY_IF_BEHIND.match(near) is not None


def _extract_last_clause(before: str) -> str:
    """Return the text after the last word of contrast."""
    return _CONTRAST.split(before)[-1]


def is_tentative(before: str, behind: str) -> bool:
    """Return whether a candidate is only considered: "could be B", "at first I thought B"."""
    return _TENTATIVE_BEFORE.search(_extract_last_clause(before)[-NEAR_CHARACTERS:]) is not None or (
        _TENTATIVE_BEHIND.match(behind[:NEAR_CHARACTERS]) is not None
    )


def is_considered(before: str) -> bool:
    """Return whether the words right before a candidate turn to it without judging it: "let us look at option"."""
    return _CONSIDERED_BEFORE.search(before[-60:]) is not None


def is_rejected_noun(before: str) -> bool:
    """Return whether the words before "answer" or "option" mark it as wrong: "a common wrong answer"."""
    return _REJECTED_NOUN.search(before[-60:]) is not None


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends with a question mark."""
    return sentence.rstrip(" \n\"'*_)`").endswith(("?", "？"))


def has_question_opening(sentence: str) -> bool:
    """Return whether a sentence begins like a question: "Is the answer ...", "Could it be ..."."""
    return _QUESTION_WORDS.match(sentence) is not None


def is_correction(sentence: str) -> bool:
    """Return whether a sentence retracts an earlier statement: "wait", "actually", "correction"."""
    return _CORRECTION.search(sentence) is not None


def has_conclusion_opening(sentence: str) -> bool:
    """Return whether a sentence begins with a word that draws a conclusion: "Therefore, the statement is ..."."""
    return _BEGINS_CONCLUSION.match(sentence) is not None


def is_concluded(before: str) -> bool:
    """Return whether the words right before a candidate draw a conclusion: "so it must be", "therefore"."""
    near = before[-NEAR_CHARACTERS:]
    return _CONCLUSION_BEFORE.search(near) is not None and _LIKEWISE_BEFORE.search(near) is None
