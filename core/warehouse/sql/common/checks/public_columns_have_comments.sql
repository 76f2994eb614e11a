-- One row per public column without a comment.
select table_name, column_name
from duckdb_columns()
where schema_name = 'main' and not internal and database_name = current_database() and coalesce(comment, '') = '';
