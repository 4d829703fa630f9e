#include "programs/detour/detour_mesh.hpp"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <DetourNode.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

namespace {

using Float3 = std::array<float, 3>;

constexpr int kNodesOfASlice = 100;
constexpr float kReachUp = 8;  // vertical search range; all heights of the mesh are 0 or 1

[[noreturn]] void fail_at_limit(dtStatus status, const DetourSearch& search) {
  if (dtStatusDetail(status, DT_OUT_OF_NODES)) {
    throw std::runtime_error(
        fmt::format("the search ended at its limit of {} nodes (max_nodes)", search.max_nodes));
  }
  throw std::runtime_error(fmt::format(
      "the path was cut at its limit of {} polygons (max_polygons)", search.max_polygons));
}

std::uint32_t vertex_key(float x, float z) {
  return static_cast<std::uint32_t>(x) << 16 | static_cast<std::uint32_t>(z);
}

}  // namespace

struct DetourMesh::Mesh {
  std::shared_ptr<const dtNavMesh> nav;
  std::size_t bytes = 0;
  std::unordered_map<std::uint32_t, Point> snapped;  // key: vertex_key() of a point of the world
};

struct DetourMesh::Scratch::Query {
  Query(const dtNavMesh* nav, const DetourSearch& search) : detour(dtAllocNavMeshQuery()) {
    if (detour == nullptr || dtStatusFailed(detour->init(nav, search.max_nodes))) {
      dtFreeNavMeshQuery(detour);
      throw std::bad_alloc();
    }
    const auto most = static_cast<std::size_t>(search.max_polygons);
    polygons.resize(most);
    turns.resize(most + 2);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query() { dtFreeNavMeshQuery(detour); }

  dtStatus find(dtPolyRef from, dtPolyRef to, const Float3& start, const Float3& goal,
                const DetourSearch& search, SolverResult& result) {
    if (!search.sliced) {
      return detour->findPath(from, to, start.data(), goal.data(), &filter, polygons.data(),
                              &polygon_count, search.max_polygons);
    }
    dtStatus status = detour->initSlicedFindPath(from, to, start.data(), goal.data(), &filter,
                                                 search.any_angle ? DT_FINDPATH_ANY_ANGLE : 0);
    while (dtStatusInProgress(status)) {
      int expanded = 0;
      status = detour->updateSlicedFindPath(kNodesOfASlice, &expanded);
      result.expanded += static_cast<std::uint64_t>(expanded);
    }
    if (dtStatusFailed(status)) return status;
    const dtStatus limits = status & DT_OUT_OF_NODES;
    return limits |
           detour->finalizeSlicedFindPath(polygons.data(), &polygon_count, search.max_polygons);
  }

  dtNavMeshQuery* detour;
  dtQueryFilter filter;
  std::vector<dtPolyRef> polygons;
  int polygon_count = 0;
  std::vector<Float3> turns;
};

DetourMesh::Scratch::Scratch() = default;
DetourMesh::Scratch::Scratch(Scratch&&) noexcept = default;
DetourMesh::Scratch& DetourMesh::Scratch::operator=(Scratch&&) noexcept = default;
DetourMesh::Scratch::~Scratch() = default;

std::size_t DetourMesh::Scratch::memory_bytes() const {
  if (!query_) return 0;
  const dtNodePool& pool = *query_->detour->getNodePool();
  const std::size_t room = static_cast<std::size_t>(pool.getMaxNodes()) * sizeof(dtNode);
  // Detour allocates all nodes and the open list at once. A search writes only some of them. Pages
  // that were never written take no memory.
  const std::size_t nodes = pages_in_memory(pool.getNodeAtIdx(1), room);
  const std::size_t open = nodes / sizeof(dtNode) * sizeof(dtNode*);
  return sizeof(Query) + sizeof(dtNavMeshQuery) + static_cast<std::size_t>(pool.getMemUsed()) -
         room + nodes + open + heap_bytes(query_->polygons, query_->turns);
}

DetourMesh::DetourMesh(const DetourPolygons& polygons, const DetourSearch& search, double reach,
                       std::vector<Point> snapped)
    : search_(search),
      frame_{polygons.origin, polygons.step},
      reach_(reach),
      polygon_count_(polygons.polygon_count()) {
  if (polygon_count_ == 0) throw UnsupportedWorld("the navigation mesh has no polygons");
  if (polygons.vertex_count() > DetourPolygons::kMostVertices ||
      polygon_count_ > DetourPolygons::kMostPolygons) {
    throw UnsupportedWorld(
        fmt::format("a tile of Detour can have at most {} vertices and {} polygons, but this world "
                    "needs {} vertices and {} polygons",
                    DetourPolygons::kMostVertices, DetourPolygons::kMostPolygons,
                    polygons.vertex_count(), polygon_count_));
  }
  const std::vector<std::uint16_t> flags(polygon_count_, 1);
  const std::vector<std::uint8_t> areas(polygon_count_, 0);
  dtNavMeshCreateParams params{};
  params.verts = polygons.vertices.data();
  params.vertCount = static_cast<int>(polygons.vertex_count());
  params.polys = polygons.polygons.data();
  params.polyFlags = flags.data();
  params.polyAreas = areas.data();
  params.polyCount = static_cast<int>(polygon_count_);
  params.nvp = DetourPolygons::kSides;
  params.bmax[0] = static_cast<float>(polygons.width);
  params.bmax[1] = 1;
  params.bmax[2] = static_cast<float>(polygons.height);
  params.walkableHeight = 1;
  params.walkableClimb = 1;
  // Detour limits its rays to 50 radii. The radius of a point would be 0 and forbid all rays.
  // Therefore use a radius as large as the mesh.
  params.walkableRadius = search.any_angle ? params.bmax[0] + params.bmax[2] : 0;
  params.cs = 1;
  params.ch = 1;
  params.buildBvTree = true;
  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&params, &data, &size)) {
    throw UnsupportedWorld("Detour refuses the polygons of this world");
  }
  const std::shared_ptr<dtNavMesh> nav(dtAllocNavMesh(), dtFreeNavMesh);
  if (nav == nullptr) throw std::bad_alloc();
  if (dtStatusFailed(nav->init(data, size, DT_TILE_FREE_DATA))) {
    dtFree(data);
    throw UnsupportedWorld("Detour refuses the tile of this world");
  }
  auto mesh = std::make_shared<Mesh>();
  mesh->nav = nav;
  for (std::size_t v = 0; v < snapped.size(); ++v) {
    const std::uint16_t* at = &polygons.vertices[3 * v];
    mesh->snapped.emplace(vertex_key(at[0], at[2]), snapped[v]);
  }
  mesh->bytes = static_cast<std::size_t>(size) +
                mesh->snapped.size() * (sizeof(std::uint32_t) + sizeof(Point) + sizeof(void*)) +
                mesh->snapped.bucket_count() * sizeof(void*);
  mesh_ = std::move(mesh);
  for (std::size_t p = 0; p < polygon_count_; ++p) {
    for (int i = 0; i < DetourPolygons::kSides; ++i) {
      const std::size_t side = (2 * p + 1) * DetourPolygons::kSides + static_cast<std::size_t>(i);
      link_count_ += polygons.polygons[side] != DetourPolygons::kNone ? 1 : 0;
    }
  }
  link_count_ /= 2;
}

DetourMesh::DetourMesh(std::shared_ptr<const dtNavMesh> tiles, const DetourFrame& frame,
                       const DetourSearch& search, double reach, bool whole)
    : search_(search), frame_(frame), reach_(reach), whole_(whole) {
  auto mesh = std::make_shared<Mesh>();
  mesh->nav = std::move(tiles);
  mesh_ = std::move(mesh);
}

SolverResult DetourMesh::solve(Point start, Point goal, Scratch& scratch, Path& path) const {
  if (!scratch.query_) scratch.query_ = std::make_unique<Scratch::Query>(mesh_->nav.get(), search_);
  Scratch::Query& query = *scratch.query_;
  const dtNavMeshQuery& detour = *query.detour;
  const Point origin = frame_.origin;
  const double step = frame_.step;
  const auto in_steps = [&](Point p) {
    return Float3{static_cast<float>((p.x - origin.x) / step), 0,
                  static_cast<float>((p.y - origin.y) / step)};
  };
  path.clear();
  SolverResult result;
  const auto reach = static_cast<float>(reach_);
  const Float3 extents{reach, kReachUp, reach};
  const auto nearest = [&](const Float3& from, Float3& on_mesh) {
    dtPolyRef polygon = 0;
    detour.findNearestPoly(from.data(), extents.data(), &query.filter, &polygon, on_mesh.data());
    return polygon;
  };
  Float3 from{};
  Float3 to{};
  const dtPolyRef first = nearest(in_steps(start), from);
  const dtPolyRef last = nearest(in_steps(goal), to);
  if (first == 0 || last == 0) return result;

  const dtStatus found = query.find(first, last, from, to, search_, result);
  if (first != last) {  // otherwise Detour keeps the count of the previous query
    result.generated =
        static_cast<std::uint64_t>(std::max(0, detour.getNodePool()->getNodeCount()));
  }
  const auto count = static_cast<std::size_t>(query.polygon_count);
  if (dtStatusFailed(found)) throw std::runtime_error("Detour's search failed");
  if (dtStatusDetail(found, DT_BUFFER_TOO_SMALL)) fail_at_limit(found, search_);
  if (count == 0 || query.polygons[count - 1] != last) {
    if (dtStatusDetail(found, DT_OUT_OF_NODES)) fail_at_limit(found, search_);
    return result;
  }
  int turns = 0;
  const dtStatus pulled = detour.findStraightPath(
      from.data(), to.data(), query.polygons.data(), query.polygon_count, query.turns[0].data(),
      nullptr, nullptr, &turns, static_cast<int>(query.turns.size()));
  if (dtStatusFailed(pulled) || dtStatusDetail(pulled, DT_PARTIAL_RESULT)) {
    throw std::runtime_error(
        "Detour found a sequence of polygons from start to goal, but no path of straight pieces "
        "through these polygons");
  }
  result.found = true;
  path.push_back(start);
  for (int i = 1; i + 1 < turns; ++i) {
    Float3 turn = query.turns[static_cast<std::size_t>(i)];
    if (whole_) turn = {std::round(turn[0]), 0, std::round(turn[2])};
    const auto snapped = mesh_->snapped.find(vertex_key(turn[0], turn[2]));
    append_distinct(path, snapped != mesh_->snapped.end()
                              ? snapped->second
                              : Point{origin.x + step * static_cast<double>(turn[0]),
                                      origin.y + step * static_cast<double>(turn[2])});
  }
  append_distinct(path, goal);
  return result;
}

std::size_t DetourMesh::memory_bytes() const { return mesh_->bytes; }

}  // namespace fairway
