"""The text of a prompt as a program logged it: plain, or messages of a chat as JSON."""

from core.importers.json_text import parse_json


def extract_prompt_text(prompt: object) -> str:
    """Return all text that was sent, in order: of a prompt, of a list with messages as JSON text, or of messages."""
    if isinstance(prompt, str):
        return prompt
    if not isinstance(prompt, list):
        return ""
    if len(prompt) == 1 and isinstance(prompt[0], str):
        return _join_json_messages(prompt[0])
    return "\n\n".join(filter(None, map(_extract_message_text, prompt)))


def _join_json_messages(text: str) -> str:
    """Return the text of messages that are written as JSON; other text unchanged."""
    if not text.startswith("["):
        return text
    try:
        messages = parse_json(text.encode())
    except ValueError:
        return text
    is_chat = isinstance(messages, list) and messages and all(isinstance(message, dict) for message in messages)
    return "\n\n".join(filter(None, map(_extract_message_text, messages))) if is_chat else text


def _extract_message_text(message: object) -> str:
    """Return the text of a message: its content, or that of the content's parts."""
    if isinstance(message, str):
        return message
    content = message.get("content", message.get("text")) if isinstance(message, dict) else None
    if isinstance(content, list):
        return "\n".join(filter(None, map(_extract_message_text, content)))
    return content if isinstance(content, str) else ""
