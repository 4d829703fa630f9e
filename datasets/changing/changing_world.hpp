#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/geometry/point.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// Changes that happen at the same time. Messages use the line number of each change.
struct BurstStep {
  Burst burst;
  std::vector<int> patch_lines = {};    ///< line number of each patch in burst.patches
  std::vector<int> removed_lines = {};  ///< line number of each entry of burst.removed
  std::vector<int> added_lines = {};    ///< line number of each obstacle in burst.added
};

/// Returns the line number for a message about a faulty burst. If `added` has a value, this is the
/// line of the obstacle burst.added[*added]. Otherwise, it is the line of the first patch or
/// obstacle. Returns 0 if the burst is not from a file.
int line_of(const BurstStep& step, std::optional<std::size_t> added = {});

/// A query on the world after all preceding bursts. The ends need not be free.
struct QueryStep {
  int bucket = 0;
  Point start;
  Point goal;
  /// The published length of the shortest octile path. Negative if no path exists, empty if no
  /// length is published.
  std::optional<double> octile_length = {};
  int line = 0;
};

using Step = std::variant<BurstStep, QueryStep>;

/// A world, followed by bursts and queries in any order. In a raster, bursts change cells by
/// patches; in other worlds, they add and remove obstacles (see Burst). The world has no terrain.
/// The reader does not check whether obstacles cross edges or whether ends of queries are free.
/// Applying the bursts finds these faults.
struct ChangingWorld {
  std::filesystem::path file;  ///< file of the steps
  WorldFile start;
  std::vector<Step> steps = {};
};

/// Opens a file that another file names.
using OpenFile = std::function<TextFile(const std::filesystem::path& file)>;

/// Whether a text begins like a changing world.
bool states_changes(std::string_view text);

/// Reads a changing world (docs/changing-worlds.md): a scenario of version 2 with patches, as in
/// the Grid-based Path Planning Competition (https://gppc.search-conference.org), or a file of
/// changes. Throws InputError with the faulty file. Linear in the size of the files and the cells
/// of all patches.
ChangingWorld parse_changing_world(const TextFile& source, const OpenFile& open = TextFile::read);
ChangingWorld read_changing_world(const std::filesystem::path& file);

/// Returns the text of a file of changes. Reading the text gives the same changing world. `world`
/// is the path of the first world, relative to the file of changes. Throws std::invalid_argument if
/// the path is not UTF-8. Also throws it if a patch contains a cell whose class has no letter in
/// Moving AI maps. Linear.
std::string format_changes(const ChangingWorld& changing, std::string_view world);

}  // namespace fairway
