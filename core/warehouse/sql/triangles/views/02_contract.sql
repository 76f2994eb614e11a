-- The names that external scripts rely on: photographs and triangles instead of cases and groups, a column of kappa for
-- each truth.
create view truths as
select case_id as photograph_id, frame, question_id, value_number, value_class, recomputed_number, recomputed_class
from case_truths
join frames using (frame)
where role <> 'corrected';
comment on view truths is 'One row per photograph, frame and question.';
comment on column truths.photograph_id is 'Photograph.';
comment on column truths.frame is '3d: tape measure; 2d: pixels in the image plane; rectified: pixels through the homography.';
comment on column truths.question_id is 'Question.';
comment on column truths.value_number is 'Value of a number question (ratios, or degrees): released in 3D and 2D, which scores use, measured in rectified.';
comment on column truths.value_class is 'Value of a class question: released in 3D and 2D, which scores use, measured in rectified.';
comment on column truths.recomputed_number is 'The same, computed here from tape or pixels; null for rectified.';
comment on column truths.recomputed_class is 'The same, computed here from tape or pixels by the rules of the paper; null for rectified.';

create view replies as
select
    run_id, model_id, case_id as photograph_id, raw, status, error, latency_s, input_tokens, output_tokens, api_model
from case_replies;
comment on view replies is 'One row per run and photograph that was asked.';
comment on column replies.run_id is 'Run.';
comment on column replies.model_id is 'Model of the run.';
comment on column replies.photograph_id is 'Photograph that was shown.';
comment on column replies.raw is 'The reply as received; null if there is none.';
comment on column replies.status is 'ok: a whole reply; cut: it was cut off at its limit; refused: the model declined; filtered: the provider held it back; empty: it has no text; api_error: the call failed; missing: not asked, or unknown.';
comment on column replies.error is 'Why the status is not ok; where it is, null or a note on how the reply ended.';
comment on column replies.latency_s is 'Seconds from the request that was answered to the end of its reply; null if unknown.';
comment on column replies.input_tokens is 'Input tokens; null if unknown.';
comment on column replies.output_tokens is 'Output tokens as billed, reasoning included; null if unknown.';
comment on column replies.api_model is 'Model that the provider says it used; null if unknown.';

create view answers as
select
    runs.run_id,
    runs.model_id,
    asked.case_id as photograph_id,
    asked.question_id,
    answers.status::varchar as status,
    answers.value_number,
    answers.value_class::varchar as value_class,
    answers.score as kappa_3d,
    answers.foil_score as kappa_2d,
    answers.corrected_score as kappa_audited,
    answers.stated,
    answers.reason,
    answers.note
from star.answers
join runs using (run_no)
join asked using (asked_no);
comment on view answers is 'One row per run, photograph that was asked, and question.';
comment on column answers.run_id is 'Run.';
comment on column answers.model_id is 'Model of the run.';
comment on column answers.photograph_id is 'Photograph that was shown.';
comment on column answers.question_id is 'Question.';
comment on column answers.status is 'ok; unparsed: stated, but not readable; invalid: a value that no triangle can have; api_error: the call failed; missing: not stated.';
comment on column answers.value_number is 'The number that was read (ratio, or degrees); kept where it is invalid.';
comment on column answers.value_class is 'The class that was read.';
comment on column answers.kappa_3d is 'Accuracy against the tape-measured truth, in [0, 1]; null unless status is ok.';
comment on column answers.kappa_2d is 'Accuracy against the image-plane truth, in [0, 1]; null unless status is ok.';
comment on column answers.kappa_audited is 'Accuracy against 3D, with the truths that the audit blames corrected; null unless status is ok.';
comment on column answers.stated is 'The value as the reply wrote it, at most 200 characters.';
comment on column answers.reason is 'Why the status is not ok; null if it is.';
comment on column answers.note is 'How the value was read if the reply departs from the format: a synonym, a unit, a key given twice; null otherwise.';
