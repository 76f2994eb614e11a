-- One row per question, in the order to show them.
select * from questions order by position;
