-- One row per question, in display order.
select * from questions order by position;
