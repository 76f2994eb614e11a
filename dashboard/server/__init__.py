"""Everything around Streamlit: host check, limits, health, request log, assets and maintenance."""
