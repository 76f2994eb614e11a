# The dashboard in a container. How to run it, and how far this was tried: docs/using/hosting.md.
FROM python:3.12-slim-bookworm AS packages
COPY requirements.lock /requirements.lock
RUN python -m venv /venv
RUN /venv/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes -r /requirements.lock

FROM python:3.12-slim-bookworm
COPY --from=packages /venv /venv
COPY . /trilens
RUN /venv/bin/python -m compileall -q /trilens/core /trilens/dashboard
RUN printf '#!/bin/sh\nPYTHONPATH=/trilens exec python -m core "$@"\n' > /usr/local/bin/trilens && chmod 755 /usr/local/bin/trilens
RUN mkdir /data && chown 10001:10001 /data
WORKDIR /trilens
ENV PATH=/venv/bin:/usr/local/bin:/usr/bin:/bin
ENV HOME=/nonexistent
ENV PYTHONDONTWRITEBYTECODE=1
ENV PYTHONUNBUFFERED=1
ENV PYTHONMALLOC=malloc
ENV MALLOC_ARENA_MAX=2
ENV TRILENS_DATA=/data
ENV TRILENS_READ_ONLY=1
ENV PORT=8501
USER 10001:10001
VOLUME /data
EXPOSE 8501
STOPSIGNAL SIGTERM
# The first start brings the data, which may take minutes; nothing but /data and /tmp is ever written.
HEALTHCHECK --interval=30s --timeout=10s --start-period=15m CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=8)"]
CMD ["python", "-m", "core", "serve", "--address", "0.0.0.0"]
