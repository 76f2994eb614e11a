-- One row per run: one pass of a model over photographs with one prompt and one image view.
create table runs (
    run_no integer not null,
    run_id varchar primary key,
    model_id varchar not null references models (model_id),
    prompt_id varchar not null references prompts (prompt_id),
    image_view varchar not null,
    started_at timestamptz,
    source varchar not null,
    is_published boolean not null,
    is_live boolean not null,
    journal varchar not null,
    journal_sha256 varchar not null,
    n_readable integer not null,
    n_covered integer not null,
    request_options varchar,
    request_design varchar not null,
    given_name varchar
);
comment on table runs is 'One row per run: one pass of a model over photographs with one prompt and one image view.';
comment on column runs.run_no is 'Its place in the order of models and their runs, from 0.';
comment on column runs.run_id is 'Key of the run.';
comment on column runs.model_id is 'Model that answered.';
comment on column runs.prompt_id is 'Prompt that was sent.';
comment on column runs.image_view is 'Image view that the model was shown: original, marked, rectified, mirrored, rotated or cropped.';
comment on column runs.started_at is 'When the run began; null if unknown.';
comment on column runs.source is 'Source of its replies.';
comment on column runs.is_published is 'Whether the run came with the benchmark; the published figures are about these.';
comment on column runs.is_live is 'Whether it holds live questions of the page Ask a model: single photographs that somebody chose.';
comment on column runs.journal is 'File of its replies, in the folder of runs.';
comment on column runs.journal_sha256 is 'SHA-256 of that file.';
comment on column runs.n_readable is 'Readable answers.';
comment on column runs.n_covered is 'Cases of which it has a readable answer.';
comment on column runs.request_options is 'Options that were sent with each request beside the prompt, such as temperature and seed, as JSON; null if none are known.';
comment on column runs.given_name is 'Display name that a user gave to the run on the page Data; null without one.';
comment on column runs.request_design is 'Request options without the seed, examples, number of frames and longest side of images, as JSON: what may differ between runs beside prompt, image view and order of options.';
