-- One row per kind of conversion: how many image files are shown differently from their raw values.
select conversion, count(distinct path) as images
from (select path, unnest(conversions) as conversion from case_images where conversions is not null)
group by conversion
order by conversion;
