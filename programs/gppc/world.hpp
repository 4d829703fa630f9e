#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "programs/gppc/entry.hpp"

namespace fairway {

/// Thrown to refuse a request. what() states the reason.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class EntryEnd : std::uint8_t { kTaken, kBlocked, kUnsupported };

/// The cells of a world file, or the reason why no entry supports the world.
class EntryWorld {
 public:
  using Json = nlohmann::ordered_json;

  /// Throws Json::exception for a file that is no world file.
  explicit EntryWorld(const std::string& file) {
    std::ifstream stream(file);
    // Rings and walls are skipped, because the cells determine them.
    const Json world = Json::parse(stream, [](int depth, Json::parse_event_t event, Json& value) {
      const bool is_key = depth == 1 && event == Json::parse_event_t::key;
      return !is_key || (value != "rings" && value != "walls");
    });
    if (world.contains("terrain")) {
      refusal_ = "the world has costs";
    } else if (!world.contains("cells")) {
      refusal_ = "the world is not made of unit cells";
    } else {
      read(world["cells"]);
    }
  }

  int width() const { return width_; }
  int height() const { return height_; }
  GppcPatch all() const { return {free_.data(), 0, 0, width_, height_}; }
  /// The reason why no entry supports the world; empty if entries can support it.
  const std::string& refusal() const { return refusal_; }

  /// Replaces cells by a patch, which uses the letters of Moving AI maps. Writes the patch to
  /// `kept`, which must outlive the result. Throws Refusal if the patch is not inside the world.
  GppcPatch apply(const Json& patch, std::vector<unsigned char>& kept) {
    const std::vector<std::string> rows = patch.at("rows");
    GppcPatch result{nullptr, patch.at("x"), patch.at("y"), 0, static_cast<int>(rows.size())};
    result.width = static_cast<int>(rows.at(0).size());
    if (result.x < 0 || result.y < 0 || result.x + result.width > width_ ||
        result.y + result.height > height_) {
      throw Refusal("the patch extends beyond the world");
    }
    for (const std::string& row : rows) {
      if (row.size() != rows[0].size()) throw Refusal("rows of the patch differ in length");
      for (const char letter : row) {
        if (letter == 'W') refusal_ = kWalls;
        kept.push_back(letter == '.' || letter == 'G' || letter == 'S');
      }
    }
    for (int j = 0; j < result.height; ++j) {
      for (int i = 0; i < result.width; ++i) {
        free_[index(result.x + i, result.y + j)] =
            kept[static_cast<std::size_t>(j) * rows[0].size() + static_cast<std::size_t>(i)];
      }
    }
    result.free = kept.data();
    return result;
  }

  /// Whether any two free cells meet only at a corner. O(cells).
  bool has_pinch() const {
    for (int y = 1; y < height_; ++y) {
      for (int x = 1; x < width_; ++x) {
        if (is_pinch(x, y)) return true;
      }
    }
    return false;
  }

  /// Whether an entry supports the end of a query. In the classic track, an end must be the centre
  /// of a cell. In the any-angle track, it must be the upper left corner of a free cell and not a
  /// pinch. Pinches are excluded because the competition allows fewer paths through them than
  /// Fairway.
  EntryEnd judge_end(bool corners, double x, double y) const {
    if (!(x >= 0 && y >= 0 && x <= width_ && y <= height_)) return EntryEnd::kBlocked;
    const double column = corners ? x : x - 0.5;
    const double row = corners ? y : y - 0.5;
    if (std::floor(column) != column || std::floor(row) != row) return EntryEnd::kUnsupported;
    const int i = static_cast<int>(column);
    const int j = static_cast<int>(row);
    if (is_free(i, j)) {
      return corners && is_pinch(i, j) ? EntryEnd::kUnsupported : EntryEnd::kTaken;
    }
    const bool touches_free =
        corners && (is_free(i - 1, j - 1) || is_free(i, j - 1) || is_free(i - 1, j));
    return touches_free ? EntryEnd::kUnsupported : EntryEnd::kBlocked;
  }

 private:
  static constexpr const char* kWalls = "the world has walls between free cells";

  void read(const Json& cells) {
    width_ = cells.at("width");
    height_ = cells.at("height");
    std::array<int, 256> classes{};
    for (const auto& [letter, kind] : cells.at("legend").items()) {
      classes[static_cast<unsigned char>(letter[0])] = kind;
    }
    int free_class = 0;
    for (const Json& row : cells.at("rows")) {
      for (const char letter : row.get_ref<const std::string&>()) {
        const int kind = classes[static_cast<unsigned char>(letter)];
        if (kind != 0 && free_class != 0 && kind != free_class) refusal_ = kWalls;
        if (kind != 0) free_class = kind;
        free_.push_back(kind != 0);
      }
    }
  }

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  bool is_free(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && free_[index(x, y)] != 0;
  }
  bool is_pinch(int x, int y) const {
    const bool first = is_free(x, y);
    const bool second = is_free(x - 1, y);
    return first == is_free(x - 1, y - 1) && second == is_free(x, y - 1) && first != second;
  }

  int width_ = 0;
  int height_ = 0;
  std::vector<unsigned char> free_;
  std::string refusal_;
};

}  // namespace fairway
