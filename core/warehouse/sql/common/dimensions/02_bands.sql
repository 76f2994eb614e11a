-- Bands of the quantities that answers give a case, as levels of factors.
create macro difficulty_band(share_right) as
    case when share_right < 1.0 / 3 then 'hard' when share_right < 2.0 / 3 then 'medium' when share_right <= 1 then 'easy' end;

create macro agreement_band(disagreement) as
    case when disagreement >= 0.5 then 'disagree' when disagreement >= 0.25 then 'mixed' when disagreement >= 0 then 'agree' end;

insert into case_factors
select case_id, 'difficulty', difficulty_band(share_right) from case_difficulties
union all
select case_id, 'agreement', agreement_band(disagreement) from case_difficulties where disagreement is not null;
