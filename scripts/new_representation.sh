#!/usr/bin/env bash
# Begins a representation. Writes a working adapter (a coarse square lattice of points), its line in CMakeLists.txt and its
# page in docs/representations, and prints the next steps.
#
#   scripts/new_representation.sh NAME
#
#   NAME                 lower-case words of letters and digits, joined by dashes: hexgrid, my-grid
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $# -eq 1 ]] || wrong_usage "expected one argument, the name"
name=$1
[[ $name =~ ^[a-z][a-z0-9]*(-[a-z0-9]+)*$ ]] ||
  wrong_usage "'$name' is not a valid name: expected lower-case words of letters and digits, joined by dashes, such as my-grid"
folder=${name//-/_}
type=$(sed -E 's/(^|-)([a-z0-9])/\U\2/g' <<<"$name")

cd "$FAIRWAY_ROOT"
header=algorithms/representations/$folder/$folder.hpp
page=docs/representations/$folder.md
[[ ! -e algorithms/representations/$folder ]] ||
  wrong_usage "algorithms/representations/$folder exists already"
[[ ! -e $page ]] || wrong_usage "$page exists already"
! grep -q "^fairway_representation($name " CMakeLists.txt ||
  wrong_usage "CMakeLists.txt registers $name already"
! grep -rqE "\"$name(-shortcut)?\"" algorithms/representations ||
  wrong_usage "the name '$name' or '$name-shortcut' is in use already"
! grep -rqE "^ *(class|struct|enum class|concept|using) $type\b" algorithms datasets harness ||
  wrong_usage "the name fairway::$type is in use already"

mkdir "algorithms/representations/$folder"
cat >"$header" <<HEADER
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/roadmap.hpp"

namespace fairway {

/// A square lattice of points, each linked to its visible neighbours among eight.
class $type : public Roadmap {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "$name";

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    double spacing = 0;

    static void describe(Options& options, auto&& field) {
      field("spacing", options.spacing,
            "distance between neighbours along an axis, in the world's units; 0: the longer side "
            "of the world's box / 64",
            kLengthRange);
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}}, {"$name-shortcut", {}, {.smoother = Smoother::kShortcut}}};
  }

  /// Throws std::invalid_argument for an invalid spacing. See Roadmap for the complexity.
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
  ///@}

 private:
  using Roadmap::Roadmap;
};

}  // namespace fairway
HEADER
if command -v clang-format-14 >/dev/null; then clang-format-14 -i "$header"; fi

cat >"$page" <<PAGE
# $name

    fairway path datasets/maps/castle.geojson --method $name --from 10,10 --to 100,80

A square lattice of points, each linked to its visible neighbours among eight. The base class
[Roadmap](../../$(dirname "$(dirname "$header")")/roadmap.hpp) does the rest.

- **vertices, edges**: points of the lattice in free space; straight links between neighbours that see each other
- **ends of a query**: linked to the visible ones among the nearest points
- **promises**: legal paths with cost = length; neither complete nor optimal
- **build**: O(n log n) for n points
- **options**: see \`fairway list representations\`
- **source**:
PAGE

echo "- [$name]($folder.md): a square lattice of points" >>docs/representations/README.md

# After the other representations of algorithms/representations.
sed -i "/^set(FAIRWAY_JOINED_ADAPTERS ancestors)/i fairway_representation($name \"$header\" \"fairway::$type\")" \
  CMakeLists.txt

cat <<NEXT
Wrote $header and $page, and a line in each of CMakeLists.txt and
docs/representations/README.md. Next:

  1. Build it, and check its promises:
       cmake --preset release && cmake --build build/release --target fairway
       ctest --preset release -L conformance -R $name
  2. Compare it: name it in a sweep file, methods = ["grid", "$name", "$name-shortcut"], and
       scripts/run.sh my.toml
     or, without a file of your own:
       build/release/fairway run datasets/sweeps/default.toml --methods grid,$name --out results/$folder
  3. Edit the header and the page, and repeat both steps.
NEXT
