#!/usr/bin/env bash
# Begins a representation, as a coarse square lattice of points: writes a working adapter, its line in
# CMakeLists.txt and its page in docs/representations, and says what to do next.
#
#   scripts/new_representation.sh NAME
#
#   NAME                 lower-case words of letters and digits, joined by dashes: hexgrid, my-grid
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $# -eq 1 ]] || wrong_usage "expected one argument, the name"
name=$1
[[ $name =~ ^[a-z][a-z0-9]*(-[a-z0-9]+)*$ ]] ||
  wrong_usage "'$name' is no name: expected lower-case words of letters and digits, joined by dashes, such as my-grid"
folder=${name//-/_}
type=$(sed -E 's/(^|-)([a-z0-9])/\U\2/g' <<<"$name")

cd "$FAIRWAY_ROOT"
header=algorithms/representations/$folder/$folder.hpp
page=docs/representations/$folder.md
[[ ! -e algorithms/representations/$folder ]] ||
  wrong_usage "algorithms/representations/$folder is there already"
[[ ! -e $page ]] || wrong_usage "$page is there already"
! grep -q "^fairway_representation($name " CMakeLists.txt ||
  wrong_usage "CMakeLists.txt registers $name already"
! grep -rqE "\"$name(-shortcut)?\"" algorithms/representations ||
  wrong_usage "'$name' or '$name-shortcut' names something else already"
! grep -rqE "^ *(class|struct|enum class|concept|using) $type\b" algorithms datasets harness ||
  wrong_usage "fairway::$type is something else already"

mkdir "algorithms/representations/$folder"
cat >"$header" <<HEADER
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/roadmap.hpp"

namespace fairway {

/// A square lattice of points, each linked to those of its eight neighbours that it sees.
class $type : public Roadmap {
 public:
  static constexpr std::string_view kName = "$name";

  struct Options {
    double spacing = 0;

    static void describe(Options& options, auto&& field) {
      field("spacing", options.spacing,
            "distance between neighbours along an axis, in the world's units; 0: the longer side "
            "of the world's box / 64",
            kLengthRange);
    }
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}}, {"$name-shortcut", {}, {.smoother = Smoother::kShortcut}}};
  }

  /// Throws std::invalid_argument for a spacing that cannot be. See Roadmap for the complexity.
  static $type build(const FreeSpace& space, const Options& options) {
    const double side = std::max(space.box().width(), space.box().height());
    const CellGrid cells = covering_grid(space, options.spacing == 0 ? side / 64 : options.spacing);
    std::vector<Point> points;
    points.reserve(cells.count());
    for (int j = 0; j < cells.rows; ++j) {
      for (int i = 0; i < cells.columns; ++i) points.push_back(cells.centre(i, j));
    }
    return {space, points, 1.7 * cells.size};  // neighbours are 1 and 1.41 away, others 2 and more
  }

 private:
  using Roadmap::Roadmap;
};

}  // namespace fairway
HEADER
if command -v clang-format-14 >/dev/null; then clang-format-14 -i "$header"; fi

cat >"$page" <<PAGE
# $name

A square lattice of points, each linked to those of its eight neighbours that it sees. A base class,
[Roadmap](../../$(dirname "$(dirname "$header")")/roadmap.hpp), does the rest.

| | |
|---|---|
| vertices, edges | points of the lattice in free space; straight links between neighbours that see each other |
| ends of a query | linked to those of the nearest points that they see |
| promises | legal paths that cost their length; neither complete nor optimal |
| build | O(n log n) for n points |
| options | see \`fairway list representations\` |
| source | |
PAGE

echo "| [$name]($folder.md) | a square lattice of points |" >>docs/representations/README.md

sed -i "/^fairway_program(fairway /i fairway_representation($name \"$header\" \"fairway::$type\")" \
  CMakeLists.txt

cat <<NEXT
Wrote $header and $page, and a line each in CMakeLists.txt and
docs/representations/README.md. Next:

  1. Build, and check its promises:
       cmake --preset release && cmake --build build/release --target fairway
       ctest --preset release -L conformance -R $name
  2. Compare it: name it in a sweep file, methods = ["grid", "$name", "$name-shortcut"], and
       scripts/run.sh my.toml
     or, without a file of your own:
       build/release/fairway run datasets/sweeps/default.toml --methods grid,$name --out results/$folder
  3. Make it yours: edit the header, then the page, and repeat.
NEXT
