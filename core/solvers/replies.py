"""Replies of the reference models, in the form that the prompt requests from every model."""

import json
from collections.abc import Mapping

from core.records import TRIANGLE_QUESTION_BY_ID, Value


def format_reply(answers: Mapping[str, Value]) -> str:
    """Format six answers as the JSON object that the prompt requests: numbers with four decimals, as in the release."""
    return json.dumps(
        {
            TRIANGLE_QUESTION_BY_ID[question_id].key: value if isinstance(value, str) else round(value, 4)
            for question_id, value in answers.items()
        }
    )
