-- One row per readable answer to a question with a foil: which truth it fits.
create table fits (
    run_id varchar not null,
    case_id varchar not null,
    question_id varchar not null,
    fits varchar not null,
    primary key (run_id, case_id, question_id)
);
comment on table fits is 'One row per readable answer to a question with a foil: which truth it fits.';
comment on column fits.run_id is 'Run.';
comment on column fits.case_id is 'Case.';
comment on column fits.question_id is 'Question.';
comment on column fits.fits is 'A class: truth only, foil only, both or neither, where it is right. A number: nearer to the truth, nearer to the foil, too close to tell.';
