-- The band of ten degrees that a measured tilt falls in, its lower end included; null where it was not measured.
create macro tilt_band(tilt_deg) as
    10 * floor(tilt_deg / 10)::integer || '–' || 10 * floor(tilt_deg / 10)::integer + 10 || '°';
