#include "datasets/formats/ros_map.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "datasets/tile_table.hpp"

namespace fairway {

namespace {

/// The maximum size of the YAML text in bytes. yaml-cpp needs a hundred times this size in memory.
/// Files of map_server have only a few lines.
constexpr std::size_t kMostYamlBytes = 1 << 16;
/// Greatest distance of a pixel from (0, 0), in sides of a pixel. Up to this distance, doubles can
/// represent the corners of pixels.
constexpr double kMostPixelsAway = 0x1p40;

constexpr std::array<std::string_view, 3> kModes{"trinary", "scale", "raw"};
constexpr std::array<std::string_view, 2> kUnknown{"blocked", "free"};

/// Records the position at which the latest document begins.
class DocumentStart : public YAML::EventHandler {
 public:
  YAML::Mark mark;

  void OnDocumentStart(const YAML::Mark& start) override { mark = start; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

class RosYaml {
 public:
  explicit RosYaml(const TextFile& source) : source_(source) {
    if (source.text().size() > kMostYamlBytes) {
      source.fail(1, fmt::format("has {} bytes; expected a ROS map of at most {}",
                                 source.text().size(), kMostYamlBytes));
    }
    try {
      const std::string text(source.text());
      expect_one_document(text);
      read_keys(YAML::Load(text));
    } catch (const YAML::Exception& fault) {
      source.fail(line_of(fault.mark),
                  fmt::format("invalid YAML: {}; expected the file of a ROS map", fault.msg));
    }
  }

  /// Returns the value of a key and marks the key as read. Throws InputError if the key is missing.
  YAML::Node take(const std::string& key) {
    const auto found = take_if_any(key);
    if (!found) {
      source_.fail(1, fmt::format("no key '{}'; expected a ROS map with image, resolution, origin, "
                                  "negate, occupied_thresh and free_thresh",
                                  key));
    }
    return *found;
  }
  std::optional<YAML::Node> take_if_any(const std::string& key) {
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    const YAML::Node value = found->second;
    values_.erase(found);
    return value;
  }

  std::string scalar(const YAML::Node& value, std::string_view name) const {
    if (!value.IsScalar()) {
      source_.fail(line_of(value.Mark()), fmt::format("{}: expected a single value", name));
    }
    return value.Scalar();
  }
  double number(const YAML::Node& value, std::string_view name, double least, double most) const {
    const std::string text = scalar(value, name);
    const int line = line_of(value.Mark());
    std::string_view token = text;
    if (token.starts_with('+')) token.remove_prefix(1);
    const double number = source_.number(token, line, name);
    if (number < least || number > most) {
      source_.fail(line, fmt::format("{}: {}; expected a number from {} to {}", name,
                                     in_quotes(text), least, most));
    }
    return number;
  }
  std::size_t choice(const YAML::Node& value, std::string_view name,
                     std::span<const std::string_view> choices) const {
    const std::string text = scalar(value, name);
    const auto found = std::ranges::find(choices, text);
    if (found == choices.end()) {
      source_.fail(line_of(value.Mark()), fmt::format("{}: {}; expected {}", name, in_quotes(text),
                                                      fmt::join(choices, ", ")));
    }
    return static_cast<std::size_t>(found - choices.begin());
  }

  int line_of(const YAML::Mark& mark) const {
    return std::clamp(mark.line + 1, 1, std::max(1, last_line(source_.text())));
  }
  [[noreturn]] void fail(const YAML::Node& at, const std::string& what) const {
    source_.fail(line_of(at.Mark()), what);
  }
  /// The keys that were not read.
  std::vector<std::string> left() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : values_) keys.push_back(in_quotes(key));
    return keys;
  }

 private:
  /// Throws InputError if the text has several documents. YAML::Load() ignores all documents after
  /// the first, and YAML::LoadAll() may not end.
  void expect_one_document(const std::string& text) const {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    DocumentStart document;
    parser.HandleNextDocument(document);
    if (!parser) return;
    parser.HandleNextDocument(document);
    source_.fail(line_of(document.mark), "a second YAML document begins; expected one");
  }

  void read_keys(const YAML::Node& document) {
    if (!document.IsMap()) {
      source_.fail(1, "a YAML document without keys; expected the keys of a ROS map");
    }
    for (const auto& entry : document) {
      const std::string key = scalar(entry.first, "a key");
      const int line = line_of(entry.first.Mark());
      if (entry.second.IsNull()) {  // yaml-cpp places an empty value at the next token
        source_.fail(line,
                     fmt::format("the key {} has no value; expected a value", in_quotes(key)));
      }
      if (!values_.emplace(key, entry.second).second) {
        source_.fail(line,
                     fmt::format("the key {} appears twice; expected it once", in_quotes(key)));
      }
    }
  }

  const TextFile& source_;
  std::map<std::string, YAML::Node> values_;
};

enum class PixelState { kFree, kOccupied, kUnknown, kGraded };

/// Computes the state of a pixel, as nav2_map_server does. In modes scale and raw, a pixel can have
/// a grade from 0 (free) to 100 (occupied).
class PixelStates {
 public:
  PixelStates(const RosMap& map, const Image& image)
      : map_(map),
        image_(image),
        // In mode trinary, the mean includes the channel alpha.
        averaged_(map.mode == RosMap::Mode::kTrinary || !image.has_alpha() ? image.channels
                                                                           : image.channels - 1) {}

  PixelState operator()(std::size_t pixel) const {
    const double shade = image_.mean(pixel, averaged_);
    if (map_.mode == RosMap::Mode::kRaw) {
      const double value = std::round(255 * shade);
      if (value > 100) return PixelState::kUnknown;
      return graded(value);
    }
    const double occupancy = map_.negate ? shade : image_.mean_darkness(pixel, averaged_);
    const bool scale = map_.mode == RosMap::Mode::kScale;
    if (scale && image_.has_alpha() && image_.sample(pixel, image_.channels - 1) < image_.most) {
      return PixelState::kUnknown;
    }
    if (occupancy > map_.occupied_thresh) return PixelState::kOccupied;
    if (occupancy < map_.free_thresh) return PixelState::kFree;
    if (!scale) return PixelState::kUnknown;
    return graded(std::rint((occupancy - map_.free_thresh) /
                            (map_.occupied_thresh - map_.free_thresh) * 100));
  }
  /// Whether a pixel has the grey that map savers use for unknown pixels.
  bool is_205(std::size_t pixel) const {
    for (int c = 0; c < image_.channels; ++c) {
      const bool alpha = c == image_.channels - 1 && image_.has_alpha();
      if (image_.sample(pixel, c) != (alpha ? 255 : 205)) return false;
    }
    return image_.most == 255;
  }

 private:
  static PixelState graded(double grade) {
    if (grade == 0) return PixelState::kFree;
    return grade == 100 ? PixelState::kOccupied : PixelState::kGraded;
  }

  const RosMap& map_;
  const Image& image_;
  int averaged_;
};

struct RosCells {
  Raster raster;
  std::size_t free = 0;
  std::size_t occupied = 0;
  std::size_t unknown = 0;
  std::size_t graded = 0;
  std::size_t free_205 = 0;
};

RosCells cells_of(const RosMap& map, const Image& image, bool unknown_is_free) {
  RosCells cells;
  cells.raster = Raster(image.width, image.height);
  const PixelStates states(map, image);
  std::size_t pixel = 0;
  for (int y = 0; y < image.height; ++y) {
    for (Raster::Class& cell : cells.raster.row(y)) {
      const PixelState state = states(pixel);
      bool free = true;
      switch (state) {
        case PixelState::kFree:
          ++cells.free;
          if (map.mode == RosMap::Mode::kTrinary && states.is_205(pixel)) ++cells.free_205;
          break;
        case PixelState::kGraded:
          ++cells.graded;
          break;
        case PixelState::kOccupied:
          ++cells.occupied;
          free = false;
          break;
        case PixelState::kUnknown:
          ++cells.unknown;
          free = unknown_is_free;
          break;
      }
      if (free) cell = kGround;
      ++pixel;
    }
  }
  return cells;
}

void add_ros_notes(const RosMap& map, const RosCells& cells, bool unknown_is_free,
                   std::vector<std::string>& notes) {
  notes.push_back(fmt::format("{} pixels are free, {} occupied, {} unknown. Unknown pixels are {}.",
                              cells.free, cells.occupied, cells.unknown,
                              unknown_is_free ? "free" : "blocked"));
  if (cells.free_205 > 0) {
    notes.push_back(
        fmt::format("{} of the free pixels have the grey 205, which map savers use for unknown "
                    "pixels: free_thresh is {}, above their occupancy {:.3f}.",
                    cells.free_205, map.free_thresh, 50.0 / 255));
  }
  if (cells.graded > 0) {
    notes.push_back(fmt::format(
        "{} pixels have grades from 1 to 99; they are free, and their grades were ignored.",
        cells.graded));
  }
  if (map.mode == RosMap::Mode::kRaw && map.negate) {
    notes.push_back("negate has no effect in mode raw.");
  }
}

}  // namespace

bool looks_like_ros_map(std::string_view text) {
  LineReader lines(text.substr(0, kMostYamlBytes));
  bool image = false;
  bool resolution = false;
  for (std::string_view line; lines.next(line);) {
    image = image || line.starts_with("image:");
    resolution = resolution || line.starts_with("resolution:");
  }
  return image && resolution;
}

RosMap parse_ros_yaml(const TextFile& source) {
  RosYaml yaml(source);
  RosMap map;
  const YAML::Node image = yaml.take("image");
  map.image = yaml.scalar(image, "image");
  map.image_line = yaml.line_of(image.Mark());
  if (map.image.empty()) yaml.fail(image, "image: expected the path of an image");
  map.resolution = yaml.number(yaml.take("resolution"), "resolution", 1e-6, 1e6);
  const YAML::Node origin = yaml.take("origin");
  if (!origin.IsSequence() || origin.size() != 3) {
    yaml.fail(origin, "origin: expected three numbers, [x, y, yaw]");
  }
  map.origin = {yaml.number(origin[0], "x of the origin", -1e12, 1e12),
                yaml.number(origin[1], "y of the origin", -1e12, 1e12)};
  map.yaw = yaml.number(origin[2], "yaw of the origin", -1e3, 1e3);
  if (map.yaw != 0 && std::abs(map.yaw) < 1e-9) {
    yaml.fail(origin[2], "yaw of the origin: expected 0, or a magnitude of at least 1e-9");
  }
  constexpr std::array<std::string_view, 4> kFlags{"0", "1", "false", "true"};
  map.negate = yaml.choice(yaml.take("negate"), "negate", kFlags) % 2 == 1;
  map.occupied_thresh = yaml.number(yaml.take("occupied_thresh"), "occupied_thresh", 0, 1);
  const YAML::Node free = yaml.take("free_thresh");
  map.free_thresh = yaml.number(free, "free_thresh", 0, 1);
  if (const auto mode = yaml.take_if_any("mode")) {
    map.mode = static_cast<RosMap::Mode>(yaml.choice(*mode, "mode", kModes));
  }
  if (map.mode == RosMap::Mode::kScale && map.free_thresh >= map.occupied_thresh) {
    yaml.fail(free, fmt::format("free_thresh: {}; expected less than occupied_thresh, {}, in mode "
                                "scale",
                                map.free_thresh, map.occupied_thresh));
  }
  if (const auto left = yaml.left(); !left.empty()) {
    map.notes.push_back(fmt::format("Keys that map_server does not have were left out: {}.",
                                    fmt::join(left, ", ")));
  }
  return map;
}

WorldFile make_ros_world(const TextFile& source, const RosMap& map, const Image& image,
                         const MapOptions& options) {
  const bool unknown_is_free = options.choice("unknown", kUnknown) == 1;
  const PixelFrame frame{map.origin, map.resolution, map.yaw, image.height};
  const double reach = std::max(std::abs(map.origin.x), std::abs(map.origin.y)) +
                       map.resolution * (image.width + image.height);
  if (reach > map.resolution * kMostPixelsAway) {
    source.fail(1, fmt::format("pixels of {} m reach {} m away from (0, 0), where doubles cannot "
                               "represent them; expected at most 2^40 pixels",
                               map.resolution, reach));
  }
  RosCells cells = cells_of(map, image, unknown_is_free);
  WorldFile world;
  world.file = source.file();
  world.notes = map.notes;
  world.notes.insert(world.notes.end(), image.notes.begin(), image.notes.end());
  add_ros_notes(map, cells, unknown_is_free, world.notes);
  if (options.flag("cells")) {
    world.content = std::move(cells.raster);
    world.units = {"pixels", "the upper left corner of the image, y down"};
    world.notes.push_back(
        fmt::format("With option cells, resolution ({} m per pixel) and origin were left out.",
                    map.resolution));
    return world;
  }
  world.content = outlines_of_cells(cells.raster, frame);
  world.units = {"m", "the origin of the map frame, y up"};
  if (map.yaw != 0) {
    world.notes.push_back(fmt::format(
        "The image is rotated by {} radians; its corners were rounded to doubles.", map.yaw));
  }
  return world;
}

WorldFile parse_ros_map(const TextFile& source, const MapOptions& options) {
  const RosMap map = parse_ros_yaml(source);
  const std::filesystem::path file = source.file().parent_path() / map.image;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    source.fail(map.image_line,
                fmt::format("image: no file {}; expected the image of the map", file.string()));
  }
  return make_ros_world(source, map, read_image(TextFile::read(file)), options);
}

}  // namespace fairway
