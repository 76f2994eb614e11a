"""Everything around Streamlit: host check, limits, health, request log and session queue."""
