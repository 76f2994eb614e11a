-- One row per kind of conversion: how many image files are shown other than their numbers say.
select conversion, count(distinct path) as images
from (select path, unnest(conversions) as conversion from case_images where conversions is not null)
group by conversion
order by conversion;
