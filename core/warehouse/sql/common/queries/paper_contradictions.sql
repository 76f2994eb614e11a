-- Every row of paper_contradictions.
select * from paper_contradictions order by contradiction_id;
