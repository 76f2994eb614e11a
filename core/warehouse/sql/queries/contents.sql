-- One row per table of the warehouse: how many rows it has.
select 'photographs' as content, count(*) as rows from photographs
union all select 'of these on the disk', count(*) from photographs where image_status = 'present'
union all select 'triangles', count(distinct triangle_id) from photographs
union all select 'models', count(*) from models
union all select 'runs', count(*) from runs
union all select 'replies', count(*) from replies
union all select 'answers', count(*) from answers
union all select 'of these unreadable', count(*) from answers where status <> 'ok'
union all select 'truths', count(*) from truths
union all select 'refused', count(*) from refusals;
