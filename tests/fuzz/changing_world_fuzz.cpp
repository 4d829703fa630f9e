#include "datasets/changing/changing_world.hpp"

#include <string>
#include <utility>

#include "tests/fuzz/accepted.hpp"

namespace {

constexpr std::string_view kPatches =
    "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@.\npatch 1\nheight 2\nwidth 1\n"
    "map\nT\nW\n";
constexpr std::string_view kCells = "type octile\nheight 3\nwidth 4\nmap\n....\n.@W.\n....\n";
constexpr std::string_view kSquare = "[[[0,0],[8,0],[8,8],[0,8]]]";

/// Opens a file that is named in the fuzzed text. The opened file has no faults. Otherwise, a
/// message could name this file instead of the fuzzed text.
fairway::TextFile open(const fairway::TextFile& source, const std::filesystem::path& file) {
  if (file.extension().empty()) {
    throw fairway::InputError(file, 0, "no such file; expected a file to read");
  }
  const std::size_t begin = source.text().find_first_not_of(" \t\r\n");
  if (!source.text().substr(begin).starts_with('{')) return {file, std::string(kPatches)};
  return {"x", std::string(file.extension() == ".map" ? kCells : kSquare)};
}

}  // namespace

/// Reads a changing world, writes it as a file of changes and reads that file. Both readings must
/// give the same world.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed");
  const auto read = [](const TextFile& text) {
    return parse_changing_world(
        text, [&](const std::filesystem::path& file) { return open(text, file); });
  };
  const auto changing = fuzz::accepted(source, read);
  if (!changing) return 0;
  const Raster* raster = std::get_if<Raster>(&changing->start.content);
  const std::string text = format_changes(*changing, raster != nullptr ? "x.map" : "x.geojson");
  const auto reopen = [&](const std::filesystem::path& file) {
    if (raster == nullptr) return open(source, file);
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
