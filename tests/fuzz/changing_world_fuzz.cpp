#include "datasets/changing/changing_world.hpp"

#include <string>
#include <utility>

#include "tests/fuzz/accepted.hpp"

namespace {

/// What each file that a fuzzed text names holds, by its extension.
constexpr std::string_view kPatches =
    "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@.\npatch 1\nheight 2\nwidth 1\n"
    "map\nT\nW\n";
constexpr std::string_view kCells = "type octile\nheight 3\nwidth 4\nmap\n....\n.@W.\n....\n";
constexpr std::string_view kSquare = "[[[0,0],[8,0],[8,8],[0,8]]]";

fairway::TextFile open(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".patch") return {file, std::string(kPatches)};
  if (extension == ".map") return {file, std::string(kCells)};
  if (extension == ".geojson") return {file, std::string(kSquare)};
  throw fairway::InputError(file, 0, "no such file; expected a file to read");
}

}  // namespace

/// What is read is written as a file of changes, and that reads back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed");
  const auto read = [](const TextFile& text) { return parse_changing_world(text, open); };
  const auto changing = fuzz::accepted(source, read);
  if (!changing) return 0;
  const Raster* raster = std::get_if<Raster>(&changing->start.content);
  const std::string text = format_changes(*changing, raster != nullptr ? "x.map" : "x.geojson");
  const auto reopen = [&](const std::filesystem::path& file) {
    if (raster == nullptr) return open(file);
    std::string map =
        "{\"fairway_world\":1,\"cells\":{\"width\":" + std::to_string(raster->width()) +
        ",\"height\":" + std::to_string(raster->height()) + ",\"legend\":{\".\":1},\"rows\":[";
    for (int y = 0; y < raster->height(); ++y) {
      map += (y == 0 ? "\"" : ",\"") + std::string(static_cast<std::size_t>(raster->width()), '.') +
             '"';
    }
    return TextFile("x.world", map + "]}}");
  };
  constexpr std::size_t kMostCells = std::size_t{1} << 16;
  if (raster != nullptr && raster->memory_bytes() > kMostCells) return 0;
  const ChangingWorld again = parse_changing_world(TextFile("written.changes", text), reopen);
  fuzz::require(format_changes(again, raster != nullptr ? "x.map" : "x.geojson") == text,
                "changes that read back otherwise than they were written");
  return 0;
}
