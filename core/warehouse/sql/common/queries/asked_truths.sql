-- One row per case and question that it asks: its group, kind, number of options and true code, group by group.
select
    asked.case_id, asked.question_id, cases.group_id, questions.kind as question_kind,
    nullif(len(asked.options), 0) as n_options, asked.options, max(case_truths.code) filter (frames.role = 'truth') as truth
from asked
join cases using (case_id)
join questions using (question_id)
left join case_truths using (case_id, question_id)
left join frames using (frame)
group by all
order by cases.group_id, asked.case_id, asked.question_id;
