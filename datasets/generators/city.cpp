#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

/// Cells [left, right) x [top, bottom).
struct Land {
  int left;
  int top;
  int right;
  int bottom;
  int width() const { return right - left; }
  int height() const { return bottom - top; }
};

void fill(Raster& raster, const Land& land, Raster::Class value) {
  fill(raster, land.left, land.top, land.right, land.bottom, value);
}

class Town {
 public:
  Town(std::uint64_t seed, int size, int block, int street, int squares_percent, int yards_percent)
      : random_(seed),
        raster_(size, size, kGround),
        block_(block),
        street_(street),
        squares_percent_(squares_percent),
        yards_percent_(yards_percent) {}

  Raster build() {
    const int size = raster_.width();
    split({street_, street_, size - street_, size - street_});
    avenue();
    return std::move(raster_);
  }

 private:
  struct Task {
    Land land;
    int depth;
  };

  void split(const Land& all) {
    std::vector<Task> tasks{{all, 0}};
    while (!tasks.empty()) {
      const auto [land, depth] = tasks.back();
      tasks.pop_back();
      if (land.width() <= 0 || land.height() <= 0) continue;
      const bool upright = land.width() >= land.height();
      const int side = upright ? land.width() : land.height();
      const int street = street_ * std::max(1, 3 - depth / 2);
      if (side <= block_ + block_ / 2 || side < street + 2) {
        build_up(land);
        continue;
      }
      const int room = side - street;
      const int first = static_cast<int>(random_.between(room * 2 / 5, room - room * 2 / 5));
      Land before = land;
      Land after = land;
      if (upright) {
        before.right = land.left + first;
        after.left = before.right + street;
      } else {
        before.bottom = land.top + first;
        after.top = before.bottom + street;
      }
      tasks.push_back({before, depth + 1});
      tasks.push_back({after, depth + 1});
    }
  }

  void build_up(const Land& land) {
    if (random_.percent(squares_percent_)) return;
    fill(raster_, land, Raster::kBlocked);
    const int smaller = std::min(land.width(), land.height());
    if (smaller >= 7 && random_.percent(yards_percent_)) {
      yard(land, smaller / 3);
    } else if (smaller >= 4 && random_.percent(40)) {
      notch(land);
    }
  }

  /// Makes a free yard inside a ring of buildings, with a gateway on one side.
  void yard(const Land& land, int depth) {
    const Land inner{land.left + depth, land.top + depth, land.right - depth, land.bottom - depth};
    fill(raster_, inner, kGround);
    const int wide = std::min({street_, inner.width(), inner.height()});
    const int x = static_cast<int>(random_.between(inner.left, inner.right - wide));
    const int y = static_cast<int>(random_.between(inner.top, inner.bottom - wide));
    switch (random_.below(4)) {
      case 0:
        return fill(raster_, {land.left, y, inner.left, y + wide}, kGround);
      case 1:
        return fill(raster_, {inner.right, y, land.right, y + wide}, kGround);
      case 2:
        return fill(raster_, {x, land.top, x + wide, inner.top}, kGround);
      default:
        return fill(raster_, {x, inner.bottom, x + wide, land.bottom}, kGround);
    }
  }

  /// Cuts a corner off a building, which becomes L-shaped.
  void notch(const Land& land) {
    const int width = static_cast<int>(random_.between(1, land.width() / 2));
    const int height = static_cast<int>(random_.between(1, land.height() / 2));
    const bool right = random_.percent(50);
    const bool bottom = random_.percent(50);
    const int left = right ? land.right - width : land.left;
    const int top = bottom ? land.bottom - height : land.top;
    fill(raster_, {left, top, left + width, top + height}, kGround);
  }

  void avenue() {
    const int size = raster_.width();
    const std::int64_t from = random_.between(0, size - 1);
    const std::int64_t to = random_.between(0, size - 1);
    const std::int64_t rise = to - from;
    const std::int64_t wide = std::int64_t{2} * street_;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const std::int64_t off = (y - from) * size - rise * x;
        if (2 * std::abs(off) <= wide * size) raster_.set(x, y, kGround);
      }
    }
  }

  Random random_;
  Raster raster_;
  int block_;
  int street_;
  int squares_percent_;
  int yards_percent_;
};

}  // namespace

Raster city(std::uint64_t seed, int size, int block, int street, int squares_percent,
            int yards_percent) {
  return Town(seed, size, block, street, squares_percent, yards_percent).build();
}

}  // namespace fairway
