"""A made-up folder in the layout of VisOnlyQA's repository, with images drawn by this module."""

import json

from PIL import Image, ImageDraw

from core.benchmarks.visonlyqa.dataset_facts import DATASET, RESPONSES

SUFFIXES = {
    "reasoning": "In your response, explain first. Then, provide the final answer.",
    "no_reasoning": "Your response should only include the final answer.",
}


def write_questions(root, split, task, rows, *, source="Drawn"):
    """Write a task from rows of (image, question, options, key, question type)."""
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
    """Write a file of responses from (response, y_pred) per question, with `before` in front of each prompt."""
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


TRUE_FALSE = ["True", "False"]
LETTERS = ["a", "b", "c", "d"]
AREA = "ABC is X times larger than ABD. (a) 0.5 (b) 1 (c) 2 (d) 4 "


def write_repository(root):
    """Write three tasks and two models' replies; two rows have the same prompt and key."""
    triangles = write_questions(
        root,
        "real",
        "geometry__triangle",
        [
            ("Drawn/1.png", "There is a triangle ABC. True or False?", TRUE_FALSE, "True", "single_answer"),
            ("Drawn/2.png", "There is a triangle ABC. True or False?", TRUE_FALSE, "False", "single_answer"),
            ("Drawn/3.png", "There is a triangle ABC. True or False?", TRUE_FALSE, "True", "single_answer"),
        ],
    )
    areas = write_questions(
        root, "real", "geometry__area", [("Drawn/4noise_1.png", AREA, LETTERS, "c", "single_answer"),
                                         ("Drawn/4.png", AREA + "\n", LETTERS, "d", "single_answer")],
    )  # fmt: skip
    shapes = write_questions(
        root, "real", "chemistry__shape_multi",
        [("Drawn/5.png", "List all figures with a hexagon.", LETTERS, "a,c", "multiple_answers"),
         ("Drawn/6.png", "List all figures with a ring.", LETTERS, "b", "multiple_answers")],
    )  # fmt: skip
    for model, before in (("first", ""), ("second", "<image>\n")):
        responses = [("True", "True"), ("False", "False"), (["False"], "False")]
        write_responses(root, "real", "geometry__triangle", "no_reasoning", model, triangles, responses, before=before)
        responses = [("(c)", "c"), ("d", "d")]
        write_responses(root, "real", "geometry__area", "no_reasoning", model, areas, responses, before=before)
        responses = [("a, c", "a,c"), ("(a)", "a")]
        write_responses(root, "real", "chemistry__shape_multi", "no_reasoning", model, shapes, responses, before=before)
    responses = [
        ("They meet.\n\nFinal answer: True", "True"),
        ("It ends before", "True"),
        ("Final answer: False", "False"),
    ]
    write_responses(root, "real", "geometry__triangle", "reasoning", "first", triangles, responses)
    return root
