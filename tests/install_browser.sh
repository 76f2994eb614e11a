#!/bin/sh
# Makes sure that the tests in a real browser have Debian's Chromium, where it may be installed.
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the tests in a browser ..."
    apt-get update -qq >/dev/null 2>&1
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null 2>&1 && exit 0
    done
fi
echo "There is no Chromium and it could not be installed here: the tests in a browser will be reported as skipped."
echo "To run them: install the package chromium, then make test."
