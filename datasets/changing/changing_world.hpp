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

/// Changes that happen at once, with the line of each for messages.
struct BurstStep {
  Burst burst;
  std::vector<int> patch_lines = {};    ///< of burst.patches
  std::vector<int> removed_lines = {};  ///< of burst.removed
  std::vector<int> added_lines = {};    ///< of burst.added
};

/// Where a fault of a burst is: the line of the obstacle if one alone is at fault, else the line of
/// its first patch or obstacle; 0 if it was not read from a file.
int line_of(const BurstStep& step, std::optional<std::size_t> added = {});

/// A query on the world as the bursts before it left it. The ends need not be free.
struct QueryStep {
  int bucket = 0;
  Point start;
  Point goal;
  /// The published length of the shortest octile path, if there is one; negative: there is no path.
  std::optional<double> octile_length = {};
  int line = 0;
};

using Step = std::variant<BurstStep, QueryStep>;

/// A world, then changes and queries in turn. Patches change a raster and lie in it, obstacles
/// change any other world; the world has no terrain. Ids come and go as Burst says. Whether
/// obstacles cross anything, and whether an end is free, shows when the steps are taken.
struct ChangingWorld {
  std::filesystem::path file;  ///< that the steps are from
  WorldFile start;
  std::vector<Step> steps = {};
};

/// How a reader opens the files that a file names.
using OpenFile = std::function<TextFile(const std::filesystem::path& file)>;

/// Whether a text begins as a changing world does.
bool states_changes(std::string_view text);

/// Reads a changing world (docs/changing-worlds.md): a scenario of version 2 with its patches, as
/// the Grid-based Path Planning Competition has them (https://gppc.search-conference.org), or a
/// file of changes. Throws InputError, of the file that is at fault. Linear in the size of the
/// files and in the cells of all patches taken.
ChangingWorld parse_changing_world(const TextFile& source, const OpenFile& open = TextFile::read);
ChangingWorld read_changing_world(const std::filesystem::path& file);

/// The text of a file of changes that reads back the same. `world` is the path, from that file on,
/// of the world it begins with. Throws std::invalid_argument for a path that is not UTF-8, and for
/// a patch with cells of a class that has no letter in a Moving AI map. Linear.
std::string format_changes(const ChangingWorld& changing, std::string_view world);

}  // namespace fairway
