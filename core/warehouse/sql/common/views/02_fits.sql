-- One row per readable answer to a question with a foil: the truth that it fits.
create view fits as
select runs.run_id, asked.case_id, asked.question_id, answers.fits::varchar as fits
from star.answers
join runs using (run_no)
join asked using (asked_no)
where answers.fits is not null;
comment on view fits is 'One row per readable answer to a question with a foil: which truth it fits.';
comment on column fits.run_id is 'Run.';
comment on column fits.case_id is 'Case.';
comment on column fits.question_id is 'Question.';
comment on column fits.fits is 'A class: truth only, foil only, both or neither, where it is right. A number: nearer to the truth, nearer to the foil, too close to tell.';
