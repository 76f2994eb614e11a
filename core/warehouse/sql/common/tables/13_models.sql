-- One row per model that answered.
create table models (
    model_id varchar primary key,
    display_name varchar not null,
    provider varchar,
    api_id varchar,
    kind varchar not null check (kind in ('vlm', 'reference', 'human'))
);
comment on table models is 'One row per model that answered.';
comment on column models.model_id is 'Key of the model.';
comment on column models.display_name is 'Name on the pages.';
comment on column models.provider is 'Provider that serves it; null if unknown.';
comment on column models.api_id is 'Name under which the provider serves it; null if unknown.';
comment on column models.kind is 'vlm, reference (a solver) or human.';
