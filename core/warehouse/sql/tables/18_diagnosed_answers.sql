-- One row per answer: the answer and its truths as plain numbers, and what follows from comparing them.
create table diagnosed_answers (
    run_id varchar not null,
    photograph_id varchar not null,
    question_id varchar not null,
    value double,
    truth_3d double not null,
    truth_2d double not null,
    blind_kappa_3d double,
    blind_kappa_2d double,
    reads varchar,
    primary key (run_id, photograph_id, question_id)
);
comment on table diagnosed_answers is 'One row per answer: the answer and its truths as plain numbers, and what follows from comparing them.';
comment on column diagnosed_answers.run_id is 'Run.';
comment on column diagnosed_answers.photograph_id is 'Photograph that was shown.';
comment on column diagnosed_answers.question_id is 'Question.';
comment on column diagnosed_answers.value is 'The number, or the place of the class among the question''s options from 0; null unless status is ok.';
comment on column diagnosed_answers.truth_3d is 'The truth in 3D, in the same code.';
comment on column diagnosed_answers.truth_2d is 'The truth in the image plane, in the same code.';
comment on column diagnosed_answers.blind_kappa_3d is 'Kappa 3D of the blind constant for the same photograph and question; null where there is no other triangle.';
comment on column diagnosed_answers.blind_kappa_2d is 'Kappa 2D of the blind constant that was chosen for 2D.';
comment on column diagnosed_answers.reads is 'A class: 3d only, 2d only, both or neither, where it is right. A number: nearer to 3d, nearer to 2d, too close to tell. Null unless status is ok.';
