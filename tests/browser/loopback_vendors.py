"""The pages, served with every vendor at the address in TEST_VENDORS: an entry for `streamlit run`."""

import dataclasses
import os

import streamlit as st

from core.clients.providers import PROVIDERS
from core.settings import REPOSITORY

for name, provider in PROVIDERS.items():
    if provider.default_url:
        root = os.environ["TEST_VENDORS"]
        PROVIDERS[name] = dataclasses.replace(
            provider, default_url=root if name in ("gemini", "anthropic") else f"{root}/v1"
        )

app = st.App(REPOSITORY / "streamlit_app.py")
