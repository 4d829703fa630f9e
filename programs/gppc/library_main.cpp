// The main program for an entry with the library interface. scripts/gppc_entry.sh links it to the
// entry's libGPPCentry.so.

#include <cstdlib>
#include <deque>
#include <limits>
#include <vector>

#include "programs/gppc/entry.hpp"
#include "programs/gppc/library.h"

namespace {

using Bits = std::vector<std::uint8_t>;

void set_bit(Bits& bits, std::size_t i, bool value) {
  const auto bit = static_cast<std::uint8_t>(1U << (i % 8));
  bits[i / 8] = static_cast<std::uint8_t>(value ? bits[i / 8] | bit : bits[i / 8] & ~bit);
}

/// Copies the cells of a patch to `bits`. `bits` has one bit for each cell of a rectangle, row by
/// row. The rectangle begins at (x, y) and is `width` cells wide.
void draw(const fairway::GppcPatch& patch, int x, int y, int width, Bits& bits) {
  for (int j = 0; j < patch.height; ++j) {
    for (int i = 0; i < patch.width; ++i) {
      set_bit(bits, static_cast<std::size_t>((patch.y - y + j) * width + patch.x - x + i),
              patch.free[j * patch.width + i] != 0);
    }
  }
}

gppc_point point_at(double x, double y) {
  return {static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)};
}

/// An entry with the newer interface: functions of a C library.
class LibraryEntry : public fairway::GppcEntry {
 public:
  ~LibraryEntry() override {
    if (data_ != nullptr) gppc_free_data(data_);
  }

  const char* name() const override { return gppc_get_name(); }
  bool takes_corners() const override { return false; }
  int largest_side() const override { return std::numeric_limits<std::uint16_t>::max(); }
  bool follows_changes() const override { return true; }

  void load(const fairway::GppcPatch& world) override { map_ = pack(world, bits_.emplace_back()); }
  void preprocess(const char* file) override { gppc_preprocess_init_map(map_, file); }
  void prepare(const char* file) override { data_ = gppc_search_init(map_, file); }

  void change(const fairway::GppcPatch* patches, std::size_t count) override {
    std::vector<gppc_patch> packed;
    for (std::size_t i = 0; i < count; ++i) {
      draw(patches[i], 0, 0, map_.width, bits_.front());
      packed.push_back(pack(patches[i], bits_.emplace_back()));
    }
    gppc_map_change(data_, packed.data(), static_cast<std::uint32_t>(count));
  }

  void find(double start_x, double start_y, double goal_x, double goal_y) override {
    const gppc_point start = point_at(start_x, start_y);
    const gppc_point goal = point_at(goal_x, goal_y);
    path_ = gppc_get_path(data_, start, goal);
    if (!path_.incomplete) return;
    pieces_.clear();
    while (path_.length > 0) {
      pieces_.insert(pieces_.end(), path_.path, path_.path + path_.length);
      if (!path_.incomplete) {
        path_ = {pieces_.data(), static_cast<std::uint32_t>(pieces_.size()), 0};
        return;
      }
      path_ = gppc_get_path(data_, start, goal);
    }
    if (!path_.incomplete) return;  // the entry has found no path
    std::fputs("the entry returned an incomplete path without points\n", stderr);
    std::abort();
  }
  std::size_t size() const override { return path_.length; }
  void point(std::size_t i, double& x, double& y) const override {
    x = path_.path[i].x;
    y = path_.path[i].y;
  }

 private:
  static gppc_patch pack(const fairway::GppcPatch& patch, Bits& bits) {
    const auto cells =
        static_cast<std::size_t>(patch.width) * static_cast<std::size_t>(patch.height);
    bits.assign((cells + 7) / 8, 0);
    draw(patch, patch.x, patch.y, patch.width, bits);
    return {bits.data(), static_cast<std::uint16_t>(patch.width),
            static_cast<std::uint16_t>(patch.height), point_at(patch.x, patch.y)};
  }

  /// The bits of the world, followed by the bits of all patches. No bits are freed, because an
  /// entry may keep pointers to them.
  std::deque<Bits> bits_;
  gppc_patch map_ = {};
  void* data_ = nullptr;
  gppc_path path_ = {};
  std::vector<gppc_point> pieces_;
};

}  // namespace

int main() {
  LibraryEntry entry;
  return fairway::serve_entry(entry);
}
