#!/usr/bin/env bash
# Builds the engine for JavaScript: build/wasm/package, a package for npm, and docs/playground.html, a page that needs
# no network and no other file.
#
#   scripts/playground.sh [PAGE]              PAGE: the file to write, default docs/playground.html
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_PLOT_PACKAGES[@]}" "${FAIRWAY_WASM_PACKAGES[@]}"
cd "$FAIRWAY_ROOT"
# Emscripten finds the module acorn by this variable.
export NODE_PATH=/usr/share/nodejs
say "Building in build/wasm"
cmake --preset wasm >/dev/null
cmake --build build/wasm --target engine
engine=build/wasm/bindings/js
package=build/wasm/package
rm -rf "$package"
mkdir -p "$package"
cp bindings/js/*.js bindings/js/package.json "$package"
cp "$engine/engine.js" "$package/engine.cjs"
cp "$engine/engine.wasm" "$package"
"$FAIRWAY_PYTHON" bindings/js/write_page.py "$engine" "${1:-docs/playground.html}"
say "Wrote $package and ${1:-docs/playground.html}"
