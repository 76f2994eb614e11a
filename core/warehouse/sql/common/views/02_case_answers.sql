-- One row per run, case that was asked, and question: the parsed answer.
create view case_answers as
select
    runs.run_id,
    asked.case_id,
    asked.question_id,
    answers.status::varchar as status,
    answers.value_number,
    answers.value_class::varchar as value_class,
    answers.code,
    answers.stated,
    answers.reason,
    answers.note
from star.answers
join runs using (run_no)
join asked using (asked_no);
comment on view case_answers is 'One row per run, case that was asked, and question.';
comment on column case_answers.run_id is 'Run.';
comment on column case_answers.case_id is 'Case that was asked.';
comment on column case_answers.question_id is 'Question.';
comment on column case_answers.status is 'ok; unparsed: stated, but not readable; invalid: a value that cannot be; api_error: the call failed; missing: not stated.';
comment on column case_answers.value_number is 'The number that was read; kept where it is invalid.';
comment on column case_answers.value_class is 'The class or letter that was read.';
comment on column case_answers.code is 'The number, or the place of the class or option from 0; null unless status is ok.';
comment on column case_answers.stated is 'The value as the reply wrote it, at most 200 characters.';
comment on column case_answers.reason is 'Why the status is not ok; null if it is.';
comment on column case_answers.note is 'How the value was read if the reply departs from the format: a synonym, a unit, a key given twice; null otherwise.';
