#include "programs/detour/detour_tile_cache.hpp"

#include <DetourAlloc.h>
#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourTileCache.h>
#include <DetourTileCacheBuilder.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/grid/components.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

namespace {

/// Maximum number of box obstacles that are added to a tile. If a tile would need more boxes, its
/// layer (the stored floor cells of the tile) is replaced.
constexpr std::size_t kMostBoxes = 8;
constexpr int kBitsOfReferences = 22;  // bits for tile and polygon in a reference of 32 bits
constexpr int kMostTileBits = 14;
// Maximum distance of a query's end from the mesh, in cells. An end can lie in a partly free cell,
// which is not floor.
constexpr double kTileReach = 1;

/// Stores the cells of tiles without compression. The library has no compressor of its own.
class PlainCopy final : public dtTileCacheCompressor {
 public:
  int maxCompressedSize(int size) override { return size; }
  dtStatus compress(const unsigned char* from, int size, unsigned char* to, int room,
                    int* written) override {
    return copy(from, size, to, room, written);
  }
  dtStatus decompress(const unsigned char* from, int size, unsigned char* to, int room,
                      int* written) override {
    return copy(from, size, to, room, written);
  }

 private:
  static dtStatus copy(const unsigned char* from, int size, unsigned char* to, int room,
                       int* written) {
    if (size > room) return DT_FAILURE | DT_BUFFER_TOO_SMALL;
    std::memcpy(to, from, static_cast<std::size_t>(size));
    *written = size;
    return DT_SUCCESS;
  }
};

/// Gives all polygons the same area type and flags. Sets `exceeded` if a tile has more polygons
/// than Detour's references can distinguish.
class EqualPolygons final : public dtTileCacheMeshProcess {
 public:
  void process(dtNavMeshCreateParams* tile, unsigned char* areas, unsigned short* flags) override {
    std::fill_n(areas, tile->polyCount, std::uint8_t{0});
    std::fill_n(flags, tile->polyCount, std::uint16_t{1});
    exceeded = exceeded || tile->polyCount > most;
  }

  int most = 0;
  bool exceeded = false;
};

/// Cells [x, x + width) x [y, y + height) of a tile.
struct Rectangle {
  int x;
  int y;
  int width;
  int height;
  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

/// Covers the marked cells with rectangles, row by row, and unmarks the cells.
std::vector<Rectangle> take_rectangles(std::vector<std::uint8_t>& marked, int width, int height) {
  std::vector<Rectangle> found;
  const auto row = [&](int x, int y) { return marked.begin() + x + std::ptrdiff_t{y} * width; };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (*row(x, y) == 0) continue;
      int right = x + 1;
      while (right < width && *row(right, y) != 0) ++right;
      int top = y + 1;
      while (top < height && std::find(row(x, top), row(right, top), 0) == row(right, top)) ++top;
      for (int j = y; j < top; ++j) std::fill(row(x, j), row(right, j), std::uint8_t{0});
      found.push_back({x, y, right - x, top - y});
    }
  }
  return found;
}

}  // namespace

/// The tile cache, its tiles, and the cells from which the tiles are made.
class DetourTileCache::Tiles {
 public:
  Tiles(const FreeSpace& space, const Options& options, const CellGrid& grid)
      : space_(space), grid_(grid), side_(options.tile_cells) {
    columns_ = (grid.columns + side_ - 1) / side_;
    const int rows = (grid.rows + side_ - 1) / side_;
    boxes_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows));
    most_boxes_ = static_cast<std::size_t>(options.max_obstacles);
    const int count = static_cast<int>(boxes_.size());
    const int tile_bits = static_cast<int>(dtIlog2(dtNextPow2(static_cast<unsigned>(count))));
    if (tile_bits > kMostTileBits) {
      throw UnsupportedWorld(
          fmt::format("the world needs {} tiles, but Detour's references can number only {} tiles; "
                      "expected a larger cell_size or tile_cells",
                      count, 1 << kMostTileBits));
    }
    polygons_.most = 1 << (kBitsOfReferences - tile_bits);

    dtNavMeshParams mesh{};
    mesh.tileWidth = mesh.tileHeight = static_cast<float>(side_);
    mesh.maxTiles = count;
    mesh.maxPolys = polygons_.most;
    dtTileCacheParams params{};
    params.cs = params.ch = 1;
    params.width = params.height = side_;
    params.walkableHeight = params.walkableClimb = 1;  // the world is flat and has no ceiling
    // Detour limits its rays to 50 radii. This radius allows rays across the whole world.
    params.walkableRadius =
        options.search.any_angle ? static_cast<float>(grid.columns + grid.rows) : 0;
    params.maxSimplificationError = static_cast<float>(options.contour_error);
    params.maxTiles = count;
    params.maxObstacles = options.max_obstacles;
    if (nav_ == nullptr || cache_ == nullptr || dtStatusFailed(nav_->init(&mesh)) ||
        dtStatusFailed(cache_->init(&params, &memory_, &compressor_, &polygons_))) {
      throw std::bad_alloc();
    }

    const RasterisedSpace raster = rasterise(space, grid);
    now_ = layers_ = {grid, std::vector<std::uint8_t>(grid.count()), nullptr};
    for (int tile = 0; tile < count; ++tile) {
      const std::vector<std::uint8_t> floor = floor_of(tile, raster);
      keep(tile, floor, now_);
      if (!renew_layer(tile, floor)) {
        throw UnsupportedWorld(fmt::format(
            "Detour's tile cache fails to make polygons for the tile of {} x {} cells that begins "
            "at cell ({}, {}); a smaller tile_cells or a larger cell_size may help",
            side_, side_, at(tile).x, at(tile).y));
      }
    }
  }

  bool change(const SpaceChange& change) {
    std::vector<int> touched;
    if (!raster_) {
      raster_.emplace(space_, grid_);
      touched.resize(boxes_.size());
      std::iota(touched.begin(), touched.end(), 0);
    } else {
      const auto touch = [&](int x, int y) {
        if (x < grid_.columns && y < grid_.rows) {
          touched.push_back(x / side_ + y / side_ * columns_);
        }
      };
      for (const auto& [x, y] : raster_->change(space_, change)) {
        touch(x, y);
        touch(x + 1, y);  // a wall between the two cells can make this cell no floor
        touch(x, y + 1);
      }
      std::ranges::sort(touched);
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    }
    return std::ranges::all_of(touched, [&](int tile) { return follow(tile); });
  }

  std::shared_ptr<const dtNavMesh> nav() const { return nav_; }
  DetourFrame frame() const { return {grid_.origin, grid_.size}; }
  std::size_t box_count() const { return box_count_; }
  const RasterisedSpace& floor() const { return now_; }

  std::size_t memory_bytes() const {
    std::size_t bytes = (now_.cells.capacity() + layers_.cells.capacity()) +
                        most_boxes_ * sizeof(dtTileCacheObstacle) +
                        boxes_.size() * (sizeof(boxes_[0]) + sizeof(dtCompressedTile));
    for (const std::vector<Box>& boxes : boxes_) bytes += boxes.capacity() * sizeof(Box);
    for (int i = 0; i < cache_->getTileCount(); ++i) {
      bytes += static_cast<std::size_t>(cache_->getTile(i)->dataSize);
    }
    for (int i = 0; i < nav_->getMaxTiles(); ++i) {
      bytes += sizeof(dtMeshTile) + static_cast<std::size_t>(tile(i).dataSize);
    }
    return bytes + (raster_ ? raster_->memory_bytes() : 0);
  }

  /// Calls visit(const dtMeshTile&, const dtPoly&).
  void for_each_polygon(auto visit) const {
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
      const Cell from = at(static_cast<int>(t));
      const dtMeshTile* tile = nav_->getTileAt(from.x / side_, from.y / side_, 0);
      if (tile == nullptr || tile->header == nullptr) continue;
      for (int p = 0; p < tile->header->polyCount; ++p) visit(*tile, tile->polys[p]);
    }
  }

 private:
  using Cell = ChangingRaster::Cell;
  /// An obstacle of the tile cache.
  struct Box {
    Rectangle cells;
    dtObstacleRef ref;
  };

  const dtMeshTile& tile(int i) const { return *std::as_const(*nav_).getTile(i); }
  std::vector<Box>& boxes(int tile) { return boxes_[static_cast<std::size_t>(tile)]; }
  /// The first cell of a tile.
  Cell at(int tile) const { return {tile % columns_ * side_, tile / columns_ * side_}; }
  int width(int tile) const { return std::min(side_, grid_.columns - at(tile).x); }
  int height(int tile) const { return std::min(side_, grid_.rows - at(tile).y); }

  /// Calls visit(k, x, y) for all cells (x, y) of a tile, row by row, with k = 0, 1, 2, ...
  void for_each_cell(int tile, auto visit) const {
    const Cell from = at(tile);
    std::size_t k = 0;
    for (int y = from.y; y < from.y + height(tile); ++y) {
      for (int x = from.x; x < from.x + width(tile); ++x) visit(k++, x, y);
    }
  }

  /// For each cell of a tile: 1 if it is floor, otherwise 0.
  std::vector<std::uint8_t> floor_of(int tile, const RasterisedSpace& raster) const {
    std::vector<std::uint8_t> floor(static_cast<std::size_t>(width(tile)) *
                                    static_cast<std::size_t>(height(tile)));
    for_each_cell(tile, [&](std::size_t k, int x, int y) {
      const bool wall = (x > 0 && raster.is_free(x - 1, y) && !raster.open_west(x, y)) ||
                        (y > 0 && raster.is_free(x, y - 1) && !raster.open_south(x, y));
      floor[k] = raster.is_free(x, y) && !wall ? 1 : 0;
    });
    return floor;
  }

  void keep(int tile, const std::vector<std::uint8_t>& floor, RasterisedSpace& cells) const {
    for_each_cell(tile, [&](std::size_t k, int x, int y) {
      cells.cells[grid_.index(x, y)] = floor[k] != 0 ? RasterisedSpace::kFree : 0;
    });
  }

  /// Updates a tile to the current world, if its floor has changed. Returns false if Detour refuses
  /// the tile.
  bool follow(int tile) {
    const std::vector<std::uint8_t> floor = floor_of(tile, raster_->raster());
    bool changed = false;
    bool wall_gone = false;
    std::vector<std::uint8_t> blocked(floor.size());
    for_each_cell(tile, [&](std::size_t k, int x, int y) {
      const bool layer = layers_.is_free(x, y);
      changed = changed || now_.is_free(x, y) != (floor[k] != 0);
      wall_gone = wall_gone || (floor[k] != 0 && !layer);
      blocked[k] = layer && floor[k] == 0 ? 1 : 0;
    });
    if (!changed) return true;
    keep(tile, floor, now_);
    if (wall_gone) return renew_layer(tile, floor);
    const std::vector<Rectangle> wanted = take_rectangles(blocked, width(tile), height(tile));
    if (wanted.size() > kMostBoxes || box_count_ + wanted.size() > most_boxes_) {
      return renew_layer(tile, floor);
    }
    return exchange_boxes(tile, wanted);
  }

  /// Replaces the boxes of a tile by the boxes `wanted`. Detour allows 64 requests in the queue and
  /// 8 tiles per box. This function makes at most 2 kMostBoxes requests, and each box lies in one
  /// tile.
  bool exchange_boxes(int tile, std::span<const Rectangle> wanted) {
    std::vector<Box> kept;
    for (const Box& box : boxes(tile)) {
      if (std::ranges::find(wanted, box.cells) != wanted.end()) {
        kept.push_back(box);
      } else {
        cache_->removeObstacle(box.ref);
        --box_count_;
      }
    }
    const std::size_t old = kept.size();
    for (const Rectangle& cells : wanted) {
      const auto same = [&](const Box& box) { return box.cells == cells; };
      if (std::any_of(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(old), same)) {
        continue;
      }
      // Detour blocks every cell that a box touches. Therefore the box is a quarter of a cell
      // smaller than `cells` on each side.
      constexpr float kInside = 0.25F;
      const auto x = static_cast<float>(at(tile).x + cells.x);
      const auto y = static_cast<float>(at(tile).y + cells.y);
      const std::array<float, 3> least{x + kInside, -1, y + kInside};
      const std::array<float, 3> most{x + static_cast<float>(cells.width) - kInside, 1,
                                      y + static_cast<float>(cells.height) - kInside};
      dtObstacleRef ref = 0;
      if (dtStatusFailed(cache_->addBoxObstacle(least.data(), most.data(), &ref))) return false;
      kept.push_back({cells, ref});
      ++box_count_;
    }
    boxes(tile) = std::move(kept);
    return update();
  }

  /// Calls the tile cache until it has processed all requests. Returns false if a tile failed.
  bool update() {
    bool done = false;
    bool built = true;
    while (!done) built = !dtStatusFailed(cache_->update(0, nav_.get(), &done)) && built;
    return built && !polygons_.exceeded;
  }

  /// Replaces the stored cells (the layer) of a tile by `floor`, removes the boxes of the tile, and
  /// builds the tile again. Returns false if Detour refuses the tile.
  bool renew_layer(int tile, const std::vector<std::uint8_t>& floor) {
    keep(tile, floor, layers_);
    const Cell from = at(tile);
    const int tx = from.x / side_;
    const int ty = from.y / side_;
    if (const dtCompressedTile* old = cache_->getTileAt(tx, ty, 0)) {
      cache_->removeTile(cache_->getTileRef(old), nullptr, nullptr);
      if (!boxes(tile).empty()) {
        box_count_ -= boxes(tile).size();
        for (const Box& box : std::exchange(boxes(tile), {})) cache_->removeObstacle(box.ref);
        update();  // removes the boxes; fails to build the removed tile, as expected
      }
    }
    dtTileCacheLayerHeader header{};
    header.magic = DT_TILECACHE_MAGIC;
    header.version = DT_TILECACHE_VERSION;
    header.tx = tx;
    header.ty = ty;
    header.bmin[0] = static_cast<float>(from.x);
    header.bmin[2] = static_cast<float>(from.y);
    header.bmax[0] = static_cast<float>(from.x + width(tile));
    header.bmax[1] = 1;
    header.bmax[2] = static_cast<float>(from.y + height(tile));
    header.width = static_cast<std::uint8_t>(width(tile));
    header.height = static_cast<std::uint8_t>(height(tile));
    header.maxx = static_cast<std::uint8_t>(width(tile) - 1);
    header.maxy = static_cast<std::uint8_t>(height(tile) - 1);
    const std::vector<std::uint8_t> heights(floor.size());
    std::vector<std::uint8_t> areas(floor.size());
    std::vector<std::uint8_t> links(floor.size());
    for_each_cell(tile, [&](std::size_t k, int x, int y) {
      if (floor[k] == 0) return;
      areas[k] = DT_TILECACHE_WALKABLE_AREA;
      links[k] = links_of(tile, floor, k, x, y);
    });
    unsigned char* data = nullptr;
    int size = 0;
    if (dtStatusFailed(dtBuildTileCacheLayer(&compressor_, &header, heights.data(), areas.data(),
                                             links.data(), &data, &size))) {
      return false;
    }
    dtCompressedTileRef ref = 0;
    if (dtStatusFailed(cache_->addTile(data, size, DT_COMPRESSEDTILE_FREE_DATA, &ref))) {
      dtFree(data);
      return false;
    }
    return !dtStatusFailed(cache_->buildNavMeshTile(ref, nav_.get())) && !polygons_.exceeded;
  }

  /// Links of cell (x, y) in Recast's format. The neighbours are, in this order, at x - 1, y + 1, x
  /// + 1 and y - 1. Bits 1, 2, 4 and 8 are set if the neighbour is floor of the same tile. Bits 16,
  /// 32, 64 and 128 are set if the neighbour is in another tile, whether it is floor or not. The
  /// links of a tile therefore depend only on cells of this tile.
  std::uint8_t links_of(int tile, const std::vector<std::uint8_t>& floor, std::size_t k, int x,
                        int y) const {
    const Cell from = at(tile);
    const auto w = static_cast<std::size_t>(width(tile));
    const bool first_column = x == from.x;
    const bool last_column = x == from.x + width(tile) - 1;
    const bool first_row = y == from.y;
    const bool last_row = y == from.y + height(tile) - 1;
    const auto link = [&](bool border, bool end_of_world, std::size_t neighbour, unsigned bit) {
      if (border) return end_of_world ? 0U : bit << 4U;
      return floor[neighbour] != 0 ? bit : 0U;
    };
    return static_cast<std::uint8_t>(
        link(first_column, x == 0, k - 1, 1) | link(last_row, y + 1 == grid_.rows, k + w, 2) |
        link(last_column, x + 1 == grid_.columns, k + 1, 4) | link(first_row, y == 0, k - w, 8));
  }

  const FreeSpace& space_;
  CellGrid grid_;
  int side_;
  int columns_ = 0;  ///< number of tiles along x
  RasterisedSpace now_;
  /// The free cells at the time when the tiles were built, without the boxes that were added later.
  RasterisedSpace layers_;
  std::vector<std::vector<Box>> boxes_;
  std::size_t box_count_ = 0;
  std::size_t most_boxes_ = 0;
  std::optional<ChangingRaster> raster_;  ///< set by the first change

  dtTileCacheAlloc memory_;
  PlainCopy compressor_;
  EqualPolygons polygons_;
  std::shared_ptr<dtNavMesh> nav_{dtAllocNavMesh(), dtFreeNavMesh};
  std::unique_ptr<dtTileCache, void (*)(dtTileCache*)> cache_{dtAllocTileCache(), dtFreeTileCache};
};

DetourTileCache DetourTileCache::build(const FreeSpace& space, const Options& options) {
  LapClock clock;
  const double size = options.cell_size > 0 ? options.cell_size : natural_cell_size(space);
  DetourTileCache built(std::make_unique<Tiles>(space, options, covering_grid(space, size)),
                        options);
  built.report_.phases.push_back({"tiles", clock.lap()});
  built.update_report();
  return built;
}

DetourTileCache::DetourTileCache(std::unique_ptr<Tiles> tiles, const Options& options)
    : tiles_(std::move(tiles)),
      mesh_(tiles_->nav(), tiles_->frame(), options.search, kTileReach, options.snap) {}
DetourTileCache::DetourTileCache(DetourTileCache&&) noexcept = default;
DetourTileCache& DetourTileCache::operator=(DetourTileCache&&) noexcept = default;
DetourTileCache::~DetourTileCache() = default;

bool DetourTileCache::change(const SpaceChange& change) { return tiles_->change(change); }

SolverResult DetourTileCache::solve(const Location& start, const Location& goal, Scratch& scratch,
                                    Path& path) const {
  return mesh_.solve(start.point, goal.point, scratch, path);
}

std::size_t DetourTileCache::memory_bytes() const { return tiles_->memory_bytes(); }

std::size_t DetourTileCache::box_count() const { return tiles_->box_count(); }

void DetourTileCache::update_report() {
  const RasterisedSpace& floor = tiles_->floor();
  const auto cells = std::ranges::count(floor.cells, RasterisedSpace::kFree);
  report_.covered_area = static_cast<double>(cells) * floor.grid.size * floor.grid.size;
  report_.components = find_components(floor).count;
}

std::size_t DetourTileCache::vertex_count() const {
  std::size_t count = 0;
  tiles_->for_each_polygon([&](const dtMeshTile&, const dtPoly&) { ++count; });
  return count;
}

std::size_t DetourTileCache::edge_count() const {
  std::size_t count = 0;
  tiles_->for_each_polygon([&](const dtMeshTile& tile, const dtPoly& polygon) {
    for (unsigned k = polygon.firstLink; k != DT_NULL_LINK; k = tile.links[k].next) ++count;
  });
  return count / 2;
}

std::vector<std::pair<Point, Point>> DetourTileCache::sides() const {
  const DetourFrame frame = tiles_->frame();
  std::vector<std::pair<Point, Point>> result;
  tiles_->for_each_polygon([&](const dtMeshTile& tile, const dtPoly& polygon) {
    const auto corner = [&](int i) {
      const float* at = tile.verts + 3 * std::ptrdiff_t{polygon.verts[i % polygon.vertCount]};
      return Point{frame.origin.x + frame.step * static_cast<double>(at[0]),
                   frame.origin.y + frame.step * static_cast<double>(at[2])};
    };
    for (int i = 0; i < polygon.vertCount; ++i) result.emplace_back(corner(i), corner(i + 1));
  });
  return result;
}

}  // namespace fairway
