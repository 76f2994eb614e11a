-- One row per table of the warehouse, with its number of rows.
select cases_word as content, (select count(*) from cases) as rows from benchmarks
union all
select 'of these on the disk', count(*)
from cases
where exists (from case_images where case_images.case_id = cases.case_id)
    and not exists (from case_images where case_images.case_id = cases.case_id and image_status <> 'present')
union all select groups_word, (select count(distinct group_id) from cases) from benchmarks
union all select 'models', count(*) from models where kind = 'vlm'
union all select 'reference models', count(*) from models where kind = 'reference'
union all select 'people', count(*) from models where kind = 'human'
union all select 'runs', count(*) from runs
union all select 'replies', count(*) from case_replies
union all select 'answers', count(*) from case_answers
union all select 'of these unreadable', count(*) from case_answers where status <> 'ok'
union all
select 'replies reread', count(distinct (run_id, case_id)) from rereadings having count(*) > 0
union all select 'truths', count(*) from case_truths join frames using (frame) where role <> 'corrected'
union all select 'refused', count(*) from refusals;
