-- One row per column of a public table: its type and meaning.
select column_name, data_type, comment
from duckdb_columns()
where schema_name = 'main' and not internal and database_name = current_database() and table_name = $table
order by column_index;
