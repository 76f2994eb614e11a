-- One row per prompt that a run used.
create table prompts (
    prompt_id varchar primary key,
    text varchar not null,
    sha256 varchar not null
);
comment on table prompts is 'One row per prompt that a run used.';
comment on column prompts.prompt_id is 'Key of the prompt.';
comment on column prompts.text is 'The prompt as sent.';
comment on column prompts.sha256 is 'SHA-256 of the text.';
