#!/bin/bash
# Exports a Fairway method as an entry of the grid competition (GPPC).
#
#   scripts/gppc_export.sh METHOD --out DIR
#
# METHOD moves from centre to centre of cells, like grid or grid-jps-stored. DIR gets sources,
# compile.sh and apt.txt of a submission, and lib/libGPPCentry.so, which compile.sh builds. DIR needs
# nothing else of Fairway. To try it, copy DIR into a copy of the competition's start kit, over its
# compile.sh. FAIRWAY_PROGRAM names a built fairway. Without it, the script builds
# build/release/fairway.
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

[[ $# -eq 3 && $2 == --out ]] || wrong_usage "expected METHOD --out DIR"
method=$1 out=$3
[[ ! -e $out || -z $(ls -A "$out") ]] || die "$out is not empty"
fairway=${FAIRWAY_PROGRAM:-}
if [[ -z $fairway ]]; then
  build_release fairway >&2
  fairway=$FAIRWAY_ROOT/build/release/fairway
fi
adapter=$("$fairway" list methods --json | "$FAIRWAY_PYTHON" -c '
import json, sys
def moves_on_a_grid(m):
    options = m["options"]
    return (m["representation"] in ("grid", "grid-jps") and m["smoother"] == "none"
            and options["cell_size"] == 0 and options.get("neighbours", 8) <= 8
            and options.get("refine", 1) == 1)
known = {m["name"]: m["representation"] for m in json.load(sys.stdin)["methods"]
         if moves_on_a_grid(m)}
if sys.argv[1] not in known:
    sys.exit("expected one of: " + ", ".join(known))
print(known[sys.argv[1]])' "$method") || die "$method: no method that moves on a grid"

say "Writing $out"
mkdir -p "$out/scripts/examples"
out=$(cd "$out" && pwd)
cd "$FAIRWAY_ROOT"
cp -R CMakeLists.txt LICENSE cmake algorithms "$out"
rm -r "$out/algorithms/changes" "$out/algorithms/changing_space"
cp scripts/examples/all_methods.cpp "$out/scripts/examples"
mkdir -p "$out/programs/gppc"
cp programs/gppc/{entry.cmake,exported_entry.cpp,library.h} "$out/programs/gppc"
printf '%s\n' "${FAIRWAY_BUILD_PACKAGES[@]}" >"$out/apt.txt"
cat >"$out/compile.sh" <<END
#!/bin/bash
# Builds lib/libGPPCentry.so: the method $method of Fairway.
set -e
cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release -DFAIRWAY_JOINED_SOURCES=ON \\
  -DFAIRWAY_WARNINGS_AS_ERRORS="\${WARNINGS_AS_ERRORS:-OFF}" -DFAIRWAY_METHOD=$method -DFAIRWAY_ADAPTER=$adapter
cmake --build build/release --target GPPCentry --parallel "\$(nproc)"
mkdir -p index_data lib
cp build/release/libGPPCentry.so lib/
END
chmod +x "$out/compile.sh"
say "Building it"
# With warnings as errors, the options equal the options of build/release. So the compiler cache has the objects.
(cd "$out" && WARNINGS_AS_ERRORS=ON ./compile.sh) >&2
printf '%s\n' "$out/lib/libGPPCentry.so"
