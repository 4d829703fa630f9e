#!/usr/bin/env bash
# Draws docs/diagrams/*.dot as docs/images/diagrams/*.svg with Graphviz. Each picture names the SHA-256 of its source, which
# tests/docs compares.
#
#   scripts/draw_diagrams.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $# -eq 0 ]] || wrong_usage "expected no arguments, found '$*'"
need_packages graphviz
cd "$FAIRWAY_ROOT"
mkdir -p docs/images/diagrams
for source in docs/diagrams/*.dot; do
  picture=docs/images/diagrams/$(basename "$source" .dot).svg
  dot -Tsvg "$source" >"$picture"
  sum=$(sha256sum "$source")
  printf '<!-- source %s -->\n' "${sum%% *}" >>"$picture"
done
