-- Bands of what is measured per photograph, for filters and factors; null where it was not measured.
-- A band of tilt is ten degrees wide and includes its lower end.
create macro tilt_band(tilt_deg) as
    10 * floor(tilt_deg / 10)::integer || '–' || 10 * floor(tilt_deg / 10)::integer + 10 || '°';

create macro difficulty_band(share_right) as
    case when share_right < 1.0 / 3 then 'hard' when share_right < 2.0 / 3 then 'medium' when share_right <= 1 then 'easy' end;

create macro agreement_band(disagreement) as
    case when disagreement >= 0.5 then 'disagree' when disagreement >= 0.25 then 'mixed' when disagreement >= 0 then 'agree' end;
