"""A made-up folder in the layout of VisOnlyQA's repository, with images drawn here."""

import json

from PIL import Image, ImageDraw

from core.benchmarks.visonlyqa.facts import DATASET, RESPONSES

SUFFIXES = {
    "reasoning": "In your response, explain first. Then, provide the final answer.",
    "no_reasoning": "Your response should only include the final answer.",
}


def write_questions(root, split, task, rows, *, source="Drawn"):
    """Write a task: rows of (image, question, options, key, question type)."""
    lines = []
    for number, (image, question, options, key, kind) in enumerate(rows):
        path = root / DATASET / "images" / image
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            picture = Image.new("RGB", (120, 80), "white")
            ImageDraw.Draw(picture).polygon([(10, 70), (60 + number, 10), (110, 70)], outline="black")
            picture.save(path)
        prompts = {f"prompt_{name}": f"{question}\n\n{suffix}" for name, suffix in SUFFIXES.items()}
        lines.append(
            {
                "image_path": f"images/{image}",
                "question": question,
                "answer": key,
                **prompts,
                "image_category": "geometry",
                "task_category": "drawn",
                "question_type": kind,
                "response_options": options,
                "source": source,
                "id": f"{task}_{number}",
            }
        )
    write_lines(root / DATASET / split / f"{task}.jsonl", lines)
    return lines


def write_responses(root, split, task, prompt, model, questions, replies, *, before=""):
    """Write a file of responses: (response, y_pred) for each question, `before` in front of each prompt."""
    lines = [
        {
            "prompt": before + question[f"prompt_{prompt}"],
            "response": response,
            "y_pred": y_pred,
            "y_true": question["answer"],
        }
        for question, (response, y_pred) in zip(questions, replies, strict=True)
    ]
    path = root / RESPONSES / f"eval_{split}" / task / f"prompt={prompt}" / f"{model}.jsonl"
    write_lines(path, lines)
    return path


def write_lines(path, lines):
    """Write objects as JSON Lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
