-- One row per public table or view.
select distinct table_name
from duckdb_columns()
where schema_name = 'main' and not internal and database_name = current_database()
order by table_name;
