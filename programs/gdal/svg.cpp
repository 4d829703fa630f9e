#include "programs/gdal/svg.hpp"

#include <cpl_vsi.h>
#include <fmt/format.h>

#include <array>
#include <vector>

#include "datasets/edge_program.hpp"
#include "programs/gdal/vector_map.hpp"

namespace fairway::gdal {

namespace {

constexpr const char* kScript = "fairway-svg";

}  // namespace

bool looks_like_svg(std::string_view text) {
  constexpr std::size_t kBeginning = 4096;
  return text.starts_with('<') && text.substr(0, kBeginning).find("<svg") != std::string_view::npos;
}

WorldFile read_svg(const TextFile& source, const MapOptions& options) {
  const auto script = program_beside(kScript);
  if (!script) {
    source.fail(0, fmt::format("the script {}, which reads SVG drawings, is not beside this "
                               "program; install python3-svgelements and build Fairway again",
                               kScript));
  }
  std::vector<std::string> arguments{script->string(), source.file().string()};
  const std::string stated = options.text();
  LineReader lines(stated);
  for (std::string_view line; lines.next(line);) arguments.emplace_back(line);
  ProgramOutput output = run_program(arguments);
  std::vector<std::string> notes;
  std::string message;
  LineReader errors(output.errors);
  for (std::string_view line; errors.next(line);) {
    if (line.starts_with("note: ")) {
      notes.emplace_back(line.substr(6));
    } else {
      message = line;
    }
  }
  if (output.code != 0) {
    if (message.starts_with("option '")) options.refuse(message);
    source.fail(0, message);
  }
  constexpr const char* kMemory = "/vsimem/drawing.json";
  VSIFCloseL(VSIFileFromMemBuffer(kMemory, reinterpret_cast<GByte*>(output.out.data()),
                                  output.out.size(), FALSE));
  const GDALDatasetUniquePtr data = open_data(source, kMemory, {"GeoJSON"});
  if (!data) source.fail(0, "the drawing has no shapes; expected at least one shape");
  MapOptions roles;
  for (const auto& [option, role] :
       {std::pair("floor", "floor"), std::pair("obstacles", "obstacles"),
        std::pair("layers", "walls")}) {
    if (output.out.find(fmt::format("\"role\": \"{}\"", role)) == std::string::npos) continue;
    roles.set(option, {fmt::format("[role = '{}']", role)});
  }
  WorldFile world = read_vector_map(source, *data, roles);
  world.units = {};
  world.notes.insert(world.notes.begin(), notes.begin(), notes.end());
  return world;
}

}  // namespace fairway::gdal
