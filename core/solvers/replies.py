"""What the reference models reply, in the form that the prompt asks of every model."""

import json
from collections.abc import Mapping

from core.records import TRIANGLE_QUESTION_BY_ID, Value


def format_reply(answers: Mapping[str, Value]) -> str:
    """Six answers as the JSON object that the prompt asks for: numbers with four decimals, as the release has them."""
    return json.dumps(
        {
            TRIANGLE_QUESTION_BY_ID[question_id].key: value if isinstance(value, str) else round(value, 4)
            for question_id, value in answers.items()
        }
    )
