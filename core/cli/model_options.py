"""Options of the commands about models' replies."""

from typing import Annotated

import typer

Model = Annotated[
    str, typer.Option(help="Model as provider:model, as in openai:gpt-5, gemini:gemini-2.5-pro, solver:NAME.")
]
PromptName = Annotated[
    str | None, typer.Option("--prompt", help="Id of a prompt, or a text file. By default the benchmark's prompt.")
]
View = Annotated[
    str,
    typer.Option(
        "--image-view",
        "--view",
        help="Form in which images are sent: original; shifted, jpeg_60, half_size, grey, framed, which keep the truth "
        "of every benchmark; none to ask without images. For photographs of triangles, GIQ and BlindTest also "
        "mirrored, rotated_90, rotated_180, rotated_270 (clockwise); for 3DSRBench and GePBench mirrored; for "
        "triangles marked, marked_blue, rectified, cropped; for MMPerspective blue_marks.",
    ),
]
Views = Annotated[
    str | None,
    typer.Option(
        "--views",
        help="Several image views, separated by commas, as in original,shifted,grey. Each is a run that resumes alone.",
    ),
]
Frames = Annotated[
    int | None,
    typer.Option(
        min=2,
        help="Number of frames that are sent of a case with more than 4 images, evenly spaced, with the first and the "
        "last; all by default. Another number is another run.",
    ),
]
BaseUrl = Annotated[str | None, typer.Option(help="Address of your server with an OpenAI-compatible API.")]
MaxOutputTokens = Annotated[
    int | None, typer.Option(min=1, help="Maximum number of output tokens per reply. By default the API's limit.")
]
Concurrency = Annotated[int | None, typer.Option(min=1, max=64, help="Number of parallel requests.")]
MaxCost = Annotated[float | None, typer.Option(min=0, help="Maximum cost of all requests together, in US dollars.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only print the number of requests and their possible cost; send nothing.")
]
Batch = Annotated[
    bool, typer.Option("--batch", help="Use the provider's batch API: half the price, replies within a day.")
]
Wait = Annotated[
    bool, typer.Option(help="With --batch: wait for the replies, or only send batches and collect finished ones.")
]
AllRuns = Annotated[bool, typer.Option("--all", help="Print every run of the ranking, even if there are many.")]
Filter = Annotated[
    str | None,
    typer.Option(
        "--cases",
        "--photographs",
        help="Select cases, as in 'condition=T0,T1;triangle=037' or 'aspect=size;level=hard': name=value,value, "
        "separated by semicolons. A name is a factor (key or title), the case, the group, question, or cohort.",
    ),
]
