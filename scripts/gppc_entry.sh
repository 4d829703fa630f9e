#!/bin/bash
# Builds a worker from an entry of the grid competition (GPPC), and prints the lines for a sweep file.
#
#   scripts/gppc_entry.sh DIR --name NAME [--out FOLDER] [--ends centres|corners] [--largest N]
#                         [--no-pinches]
#
# DIR is a submission of the competition: with main.cpp (classic interface), or with
# lib/libGPPCentry.so after compile.sh. The script copies it to FOLDER (default: build/gppc/NAME)
# and builds the copy with its own compile.sh. Options exclude worlds and queries that the entry
# does not support; their outcome is `unsupported`:
#
#   --ends      ends of queries that the entry supports: centres or corners of cells. Default:
#               corners if its interface has floating-point coordinates, otherwise centres.
#   --largest   largest side of a world, in cells
#   --no-pinches  excludes worlds in which two free cells meet only at a corner
#
# FAIRWAY_BRIDGE names a libfairway-gppc.so that is built already. docs/programs.md explains the
# measurement.
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

entry='' name='' out='' options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --name | --out | --ends | --largest) [[ $# -gt 1 ]] || wrong_usage "$1 needs a value" ;;&
    --name) name=$2 && shift ;;
    --out) out=$2 && shift ;;
    --ends)
      [[ $2 == centres || $2 == corners ]] || wrong_usage "--ends $2, expected centres or corners"
      options+=("ends = \"$2\"") && shift
      ;;
    --largest)
      [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || wrong_usage "--largest $2, expected a number of cells"
      options+=("largest = $2") && shift
      ;;
    --no-pinches) options+=("pinches = false") ;;
    -*) wrong_usage "unknown option $1" ;;
    *)
      [[ -z $entry ]] || wrong_usage "more than one folder: $entry, $1"
      entry=$1
      ;;
  esac
  shift
done
[[ -n $entry && -n $name ]] || wrong_usage "expected the folder of an entry and --name"
[[ $name =~ ^[A-Za-z0-9._+-]+$ ]] || wrong_usage "--name $name, expected letters, digits and ._+-"
[[ -f $entry/compile.sh ]] || die "$entry/compile.sh: no such file, expected a competition entry"
out=${out:-$FAIRWAY_ROOT/build/gppc/$name}
[[ ! -e $out || -f $out/libfairway-gppc.so || -z $(ls -A "$out") ]] ||
  die "$out exists and is not an entry that this script made"

bridge=${FAIRWAY_BRIDGE:-}
if [[ -z $bridge ]]; then
  build_release fairway-gppc >&2
  bridge=$FAIRWAY_ROOT/build/release/libfairway-gppc.so
fi
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
[[ $out =~ ^[A-Za-z0-9._/+-]+$ ]] || die "$out: expected a path of letters, digits and ._+-"
cp -R "$entry"/. "$out"
# Remove CMake's files: they contain the path of DIR.
find "$out" \( -name CMakeCache.txt -o -name CMakeFiles \) -prune -exec rm -rf {} +
sources=$FAIRWAY_ROOT/programs/gppc
cp "$bridge" "$out/libfairway-gppc.so"
mkdir -p "$out/programs/gppc"
cp "$sources"/{classic_main.hpp,entry.hpp} "$out/programs/gppc/"
# Replace main.cpp, as the competition does.
[[ ! -f $out/main.cpp ]] ||
  printf '#include "%s"\n' Entry.h programs/gppc/classic_main.hpp >"$out/main.cpp"

say "Building $name in $out"
(cd "$out" && bash ./compile.sh) >"$out/compile.log" 2>&1 || {
  tail -n 20 "$out/compile.log" >&2
  die "$entry/compile.sh failed, see $out/compile.log"
}
if [[ -f $out/main.cpp ]]; then
  [[ -x $out/run ]] || die "$entry/compile.sh made no program 'run', see $out/compile.log"
  mv "$out/run" "$out/fairway-$name"
elif [[ -f $out/lib/libGPPCentry.so ]]; then
  "${CXX:-g++}" -std=c++20 -O2 -I "$FAIRWAY_ROOT" "$sources/library_main.cpp" \
    -L "$out/lib" -lGPPCentry -Wl,-rpath,"\$ORIGIN/lib" -o "$out/fairway-$name"
else
  die "$entry: expected main.cpp, or lib/libGPPCentry.so after compile.sh"
fi

joined=$(printf ', %s' "${options[@]}")
printf '[[method]]\nname = "%s"\ncommand = "%s"\n' "$name" "$out/fairway-$name"
[[ ${#options[@]} -eq 0 ]] || printf 'options = { %s }\n' "${joined:2}"
