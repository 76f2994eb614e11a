"""Around Streamlit: host check, limits, health, log, assets and maintenance."""
