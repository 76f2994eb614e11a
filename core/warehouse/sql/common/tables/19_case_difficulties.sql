-- One row per case that a pooled run of a vision-language model answered: its difficulty, and how much the models differ.
create table case_difficulties (
    case_id varchar primary key references cases (case_id),
    share_right double not null check (share_right between 0 and 1),
    disagreement double check (disagreement between 0 and 1),
    n_answers integer not null
);
comment on table case_difficulties is 'One row per case that a pooled run of a vision-language model answered: how hard it is, and how much the models differ on it.';
comment on column case_difficulties.case_id is 'Case.';
comment on column case_difficulties.share_right is 'Share of right answers over the models, each by its pooled run, and the questions: 1 easy, 0 hard. Numbers are right from score 0.9 on.';
comment on column case_difficulties.disagreement is 'Share of pairs of models of which only one is right, mean over the questions; null with one model.';
comment on column case_difficulties.n_answers is 'Readable answers.';
