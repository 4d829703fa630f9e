// Reads a map of a format that `fairway` does not know, and writes a world file: see
// datasets/edge_program.hpp.

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/edge_program.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "programs/gdal/osm.hpp"
#include "programs/gdal/svg.hpp"
#include "programs/gdal/vector_map.hpp"

namespace {

using namespace fairway;

constexpr std::string_view kHelp = R"(usage: fairway-gdal MAP [--read NAME=VALUE]...

Reads a map with GDAL, or OpenStreetMap data with libosmium. Writes a world file to standard output.
`fairway` calls this program for each map whose format it does not know.

Vector maps (DXF, TopoJSON, Shapefile, GeoPackage, KML, GML, FlatGeobuf, SVG and more):
  floor=SELECTOR,...      areas and closed lines that are free (default: all areas; if obstacles is
                          set or no area exists, the box of all objects that are read)
  obstacles=SELECTOR,...  areas and closed lines that are blocked; open lines are walls
  layers=SELECTOR,...     lines that are walls of zero width (default: all lines that are not
                          obstacles; none if floor is set)
  close=LENGTH            join ends of lines that are at most this far apart (default: 0)
  tolerance=LENGTH        maximum distance of an arc from its straight pieces (default: 1/10,000 of
                          the longer side of the map)
  scale=FACTOR            factor of all coordinates (default: 1)
  unit=NAME               unit of length
  crs=metres              project longitudes and latitudes to metres around the centre of the map
  crs=EPSG:NUMBER         transform coordinates to this reference system
A SELECTOR is LAYER, LAYER[FILTER] or [FILTER]. FILTER is a condition of OGR SQL on attributes, such
as "height > 3 AND kind = 'house'", without commas. Layers of SVG are elements; their attributes are
element, id, class, layer, fill and stroke.

Rasters (GeoTIFF and more):
  threshold=NUMBER        pixels above it are free: a brightness from 0 to 1 (default: 0.5), or a
                          value of the raster
  invert=true             pixels below the threshold are free
  cells=true              make a world of unit cells; y points down

OpenStreetMap (.osm, .pbf):
  box=WEST,SOUTH,EAST,NORTH   box in degrees (default: the box that the file states)
  obstacles=KIND,...          some of building, barrier and water (default: all three)
)";

/// Limits memory and processor time, because a broken file could use too much of both. Prevents
/// GDAL from calling a server.
void limit_this_process() {
  constexpr rlim_t kMostBytes = rlim_t{8} << 30;
  constexpr rlim_t kMostSeconds = 600;
  const rlimit bytes{kMostBytes, kMostBytes};
  const rlimit seconds{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_AS, &bytes);
  setrlimit(RLIMIT_CPU, &seconds);
  // Some kernels forbid this call. The process then keeps its access to the network.
  static_cast<void>(unshare(CLONE_NEWUSER | CLONE_NEWNET));
}

void print_line(std::string_view head, std::string_view text) {
  fmt::print(stderr, "{}{}\n", head, escaped_controls(text));
}

int write_world(WorldFile world) {
  const MapUnits units = world.units;
  const std::vector<NamedPoint> places = world.places;
  for (const std::string& note : world.notes) print_line("note: ", note);
  const std::string text = format_world(make_free_space(std::move(world)), units, places);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    print_line("", "the world cannot be written");
    return 1;
  }
  return 0;
}

int read_map(const std::string& file, const std::vector<std::string>& read) {
  const MapOptions options = MapOptions::of_command_line(read);
  const TextFile source = TextFile::read(file);
  if (gdal::begins_as_osm(source.text())) {
    print_line("format: ", "osm");
    return write_world(gdal::read_osm(source, options));
  }
  if (gdal::looks_like_svg(source.text())) {
    print_line("format: ", "svg");
    return write_world(gdal::read_svg(source, options));
  }
  const auto data = gdal::open_data(source, std::filesystem::absolute(file).string());
  if (!data) return 3;
  std::string format = data->GetDriverName();
  for (char& c : format) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  print_line("format: ", format);
  return write_world(data->GetLayerCount() > 0 ? gdal::read_vector_map(source, *data, options)
                                               : gdal::read_raster_map(source, *data, options));
}

}  // namespace

int main(int count, char** arguments) {
  std::string file;
  std::vector<std::string> read;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = arguments[i];
    if (word == "--help" || word == "-h") {
      fmt::print("{}", kHelp);
      return 0;
    }
    if (word == "--read" && i + 1 < count) {
      read.emplace_back(arguments[++i]);
    } else if (file.empty() && !word.starts_with("--")) {
      file = word;
    } else {
      fmt::print(stderr, "{}", kHelp);
      return 2;
    }
  }
  if (file.empty()) {
    fmt::print(stderr, "{}", kHelp);
    return 2;
  }
  limit_this_process();
  try {
    return read_map(file, read);
  } catch (const InputError& error) {
    print_line("", error.what());
  } catch (const std::bad_alloc&) {
    print_line(file, ": the map needs more than 8 GiB of memory; expected a smaller map");
  } catch (const std::exception& error) {
    print_line(file + ": ", error.what());
  }
  return 1;
}
