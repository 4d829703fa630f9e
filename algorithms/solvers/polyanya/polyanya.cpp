#include "algorithms/solvers/polyanya/polyanya.hpp"

#include <algorithm>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/solvers/polyanya/polyanya_query.hpp"

namespace fairway {

namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

/// Calls visit(PolygonId, std::size_t component) for each polygon that contains a point. A polygon
/// may be visited more than once.
template <class Visit>
void for_each_polygon_at(const FreeSpace& space, const PolyanyaMesh& mesh, const Location& at,
                         Visit visit) {
  for_each_triangle_at(space, at, [&](HalfEdge h) {
    visit(mesh.polygon_of(h),
          index(space.triangulation().component(Triangulation::triangle_of(h))));
  });
}

void begin_query(const PolyanyaMesh& mesh, Polyanya::Scratch& scratch) {
  scratch.nodes.clear();
  scratch.following.clear();
  scratch.roots.clear();
  scratch.start_polygons.clear();
  scratch.expanded = scratch.generated = 0;
  scratch.turns.fit(mesh.turns.size());
  scratch.blocks.fit(mesh.blocks.block_count() + 1);
  scratch.goals.fit(mesh.polygon_count());
  scratch.components.fit(mesh.component_limit);
  if (++scratch.stamp == 0) {
    scratch.turns.clear();
    scratch.blocks.clear();
    scratch.goals.clear();
    scratch.components.clear();
    scratch.stamp = 1;
  }
}

}  // namespace

std::vector<NamedSolver<Polyanya::Options>> Polyanya::methods() {
  return {{kName, {}}, {"polyanya-triangles", {.merged = false}}};
}

Polyanya::Polyanya(const FreeSpace& space, const Options& options)
    : space_(&space), options_(options), mesh_(space, partition(), options.dead_ends) {
  update_report();
}

ConvexPartition Polyanya::partition() const {
  return options_.merged ? ConvexPartition::merged(*space_)
                         : ConvexPartition::of_triangles(*space_);
}

void Polyanya::update_report() {
  report_.covered_area = space_->area();
  report_.components = space_->component_count();
}

SolverResult Polyanya::solve(const Location& start, const Location& goal, Scratch& scratch,
                             Path& path) const {
  const double length = shortest(start, goal, scratch, &path);
  return {length < kInfinity, scratch.expanded, scratch.generated};
}

double Polyanya::shortest(const Location& start, const Location& goal, Scratch& scratch,
                          Path* path) const {
  if (path != nullptr) path->clear();
  begin_query(mesh_, scratch);
  const std::uint32_t stamp = scratch.stamp;
  const auto let_pass = [stamp, blocks = scratch.blocks.data() + 1, one = mesh_.one_block](
                            DualBlocks::Block block) { blocks[one ? 0 : index(block)] = stamp; };
  for_each_polygon_at(*space_, mesh_, start, [&](PolygonId p, std::size_t component) {
    if (!scratch.start_polygons.empty() && scratch.start_polygons.back() == p) return;
    scratch.start_polygons.push_back(p);
    auto& [seen, end] = scratch.components[component];
    if (seen == stamp) {
      mesh_.blocks.for_each_between(p, end, let_pass);
    } else {
      seen = stamp;
      end = p;
    }
  });
  bool connected = false;
  for_each_polygon_at(*space_, mesh_, goal, [&](PolygonId p, std::size_t component) {
    scratch.goals[index(p)] = stamp;
    const auto& [seen, end] = scratch.components[component];
    if (seen != stamp) return;
    connected = true;
    mesh_.blocks.for_each_between(p, end, let_pass);
  });
  if (!connected) return kInfinity;
  if (std::ranges::any_of(scratch.start_polygons,
                          [&](PolygonId p) { return scratch.goals[index(p)] == stamp; })) {
    if (path != nullptr) *path = {start.point, goal.point};
    return distance(start.point, goal.point);
  }
  const auto answer = [&](auto query) {
    const double length = query.run();
    if (path != nullptr) query.trace(*path);
    return length;
  };
  if (mesh_.on_lattice(start.point) && mesh_.on_lattice(goal.point)) {
    return answer(PolyanyaQuery<LatticePoints>(mesh_, scratch, start.point, goal.point));
  }
  return answer(PolyanyaQuery<AnyPoints>(mesh_, scratch, start.point, goal.point));
}

}  // namespace fairway
