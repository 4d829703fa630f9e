#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/straight_path.hpp"

namespace fairway {
namespace {

/// Visitor for taut_corners(). In one pass, finds the links of a corner and the polygons that see
/// the corner.
template <class Visit>
struct LinksAndSights {
  Visit& visit;
  SightLists::Collector& sights;

  void operator()(CornerId c) const { visit(c); }
  void look(HalfEdge sector, int side) const { sights.look(sector, side); }
  void enter(HalfEdge in, const SightBound& right, const SightBound& left) const {
    sights.enter(in, right, left);
  }
};
template <class Visit>
LinksAndSights(Visit&, SightLists::Collector&) -> LinksAndSights<Visit>;

/// Whether the sight lists collected so far clearly exceed a limit of memory or work. The memory
/// limit is about `share` times the memory of the edges found so far. The work limit is about 64
/// triangles for each of these edges. Lists of a large world exceed the memory limit sooner,
/// because their first part is typical of the whole.
bool too_many(const SightLists::Collector& sights, std::size_t edges, double share) {
  constexpr double kLeastBytesAnEntry = 3;
  constexpr double kBytesAnEdge = 20;
  constexpr double kClearly = 4;
  constexpr double kTrianglesAnEdge = 64;  // most worlds need at most 12
  constexpr double kAlwaysAllowed = 1 << 20;
  constexpr double kLarge = 1 << 28;
  const auto all = static_cast<double>(edges);
  const auto entries = static_cast<double>(sights.entry_count());
  const double limit = share * (kBytesAnEdge * all + kAlwaysAllowed);
  return kLeastBytesAnEntry * entries > kClearly * limit ||
         static_cast<double>(sights.bytes_an_entry()) * entries > limit + kLarge ||
         static_cast<double>(sights.triangles_entered()) > kTrianglesAnEdge * all + kAlwaysAllowed;
}

}  // namespace

std::vector<NamedMethod<VisibilityGraph::Options>> VisibilityGraph::methods() {
  // The memory of the hierarchy is not part of the graph, so its sight lists get a larger share.
  constexpr double kHierarchyShare = 2;
  return {{"visibility-graph", {Kind::kPruned}},
          {"visibility-graph-full", {Kind::kFull}},
          {"visibility-graph-ch",
           {Kind::kPruned, kHierarchyShare},
           {.search = SearchKind::kContractionHierarchy, .pruning = Pruning::kNone}},
          {"visibility-graph-plain", {Kind::kFull}, SearchSettings{}.plain()}};
}

VisibilityGraph VisibilityGraph::build(const FreeSpace& space, const Options& options,
                                       Pruning pruning) {
  VisibilityGraph result(space, options.kind, pruning);
  LapClock clock;
  result.number_corners();
  result.report_.phases.push_back({"corners", clock.lap()});
  result.link_corners(options.sight_list_share);
  result.report_.phases.push_back({"links", clock.lap()});
  result.update_report();
  result.report_.phases.push_back({"components", clock.lap()});
  return result;
}

void VisibilityGraph::update_report() {
  std::vector<std::int32_t> labels;
  report_.components = label_components(graph_, labels) - static_cast<int>(without_corner());
  report_.covered_area = space_->area();
}

void VisibilityGraph::number_corners() {
  const std::span<const Corner> corners = space_->corners();
  const auto reflex = static_cast<std::size_t>(
      std::count_if(corners.begin(), corners.end(), [](const Corner& c) { return c.reflex; }));
  corners_.reserve(reflex);
  positions_.reserve(reflex);
  vertex_of_.assign(corners.size(), kNoVertex);
  for (CornerId c = 0; c < static_cast<CornerId>(corners.size()); ++c) {
    if (!space_->corner(c).reflex) continue;
    vertex_of_[static_cast<std::size_t>(c)] = static_cast<Vertex>(corners_.size());
    corners_.push_back(c);
    positions_.push_back(space_->position(c));
  }
}

void VisibilityGraph::look_from(Vertex v, CornerVisibilityScratch& scratch,
                                std::vector<Vertex>& seen_from, std::vector<Vertex>& row) const {
  row.clear();
  const auto visit = [&](CornerId c) {
    const Vertex w = vertex_of_[static_cast<std::size_t>(c)];
    if (std::exchange(seen_from[static_cast<std::size_t>(w)], v) != v) row.push_back(w);
  };
  if (kind_ == Kind::kPruned) {
    taut_corners(*space_, corner(v), scratch, visit);
  } else {
    visible_corners(*space_, corner(v), scratch, visit);
  }
}

void VisibilityGraph::link_corners(double sight_list_share) {
  CsrGraph::Builder builder;
  builder.reserve(corners_.size(), 0);
  CornerVisibilityScratch scratch;
  WideFans fans(*space_);
  std::optional<SightLists::Collector> sights;
  if (kind_ == Kind::kPruned && sight_list_share > 0) {
    sights.emplace(*space_);  // no fans: with fans, cones skip triangles and miss polygons
  } else {
    scratch.fans = std::move(fans);
  }
  std::size_t edges = 0;
  std::vector<Vertex> row;
  std::vector<Vertex> seen_from(corners_.size(), kNoVertex);
  for (Vertex v = 0; v < static_cast<Vertex>(corners_.size()); ++v) {
    if (sights) {
      row.clear();
      const auto visit = [&](CornerId c) {
        const Vertex w = vertex_of_[static_cast<std::size_t>(c)];
        if (std::exchange(seen_from[static_cast<std::size_t>(w)], v) != v) row.push_back(w);
      };
      sights->begin(space_->corner(corner(v)), v);
      taut_corners(*space_, corner(v), scratch, LinksAndSights{visit, *sights});
    } else {
      look_from(v, scratch, seen_from, row);
    }
    if (knows_turns_) turns_.add_row(*space_, space_->corner(corner(v)), positions_, row);
    for (const Vertex w : row) builder.add(w, distance(position(v), position(w)));
    builder.end_row();
    edges += row.size();
    if (sights && too_many(*sights, edges, sight_list_share)) {
      sights.reset();
      scratch.fans = std::move(fans);
    }
  }
  graph_ = std::move(builder).build();
  if (knows_turns_) turns_.find_dead_ends(graph_);
  if (sights) {
    const double limit = sight_list_share * static_cast<double>(memory_bytes());
    sights_ = PackedSightLists(*space_, *sights, static_cast<std::size_t>(limit));
  }
}

AttachStatus VisibilityGraph::attach(const Location& start, const Location& goal, Scratch& scratch,
                                     Attachment& attachment) const {
  attachment.clear();
  if (sees(*space_, start, goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  scratch.start = start.point;
  for_each_link(start, scratch, [&](Vertex v, Point at, auto&&) {
    attachment.start.push_back({v, distance(start.point, at)});
  });
  TautTurns::Marks& marks = scratch.ways_to_goal;
  if (knows_turns_) turns_.begin(marks);
  for_each_link(goal, scratch, [&](Vertex v, Point at, auto&& side) {
    attachment.goal.push_back({v, distance(goal.point, at)});
    if (knows_turns_) turns_.mark(graph_, positions_, v, goal.point, side(), marks);
  });
  if (knows_turns_) turns_.spread(graph_, marks);
  return status_of(attachment);
}

template <class Visit>
void VisibilityGraph::for_each_link(const Location& end, Scratch& scratch, Visit visit) const {
  if (!sights_.empty()) {
    scratch.polygons.clear();
    for_each_triangle_at(*space_, end, [&](HalfEdge h) {
      const PolygonId p = sights_.polygon_of(h);
      if (std::ranges::find(scratch.polygons, p) != scratch.polygons.end()) return;
      scratch.polygons.push_back(p);
      for_each_in_sight(
          *space_, end, sights_.arrays(), sights_.list(p),
          [&](StateId s) { return position(turn_of(s)); },
          [&](StateId s) { return corner(turn_of(s)); }, [](StateId) { return true; },
          [&](StateId s, Point at, bool between) {
            visit(turn_of(s), at, [&] {
              if (!between) return side_of(turn_of(s), end.point);
              return (s & 1) != 0 ? -1 : 1;
            });
          });
    });
    return;
  }
  const auto visit_corner = [&](CornerId c) {
    const Vertex v = vertex_of_[static_cast<std::size_t>(c)];
    visit(v, position(v), [&] { return side_of(v, end.point); });
  };
  if (kind_ == Kind::kPruned) {
    taut_corners(*space_, end, scratch.visibility, visit_corner);
  } else {
    visible_corners(*space_, end, scratch.visibility, visit_corner);
  }
}

void VisibilityGraph::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

std::size_t VisibilityGraph::memory_bytes() const {
  return graph_.memory_bytes() + turns_.memory_bytes() + sights_.memory_bytes() +
         positions_.capacity() * sizeof(Point) + corners_.capacity() * sizeof(CornerId) +
         vertex_of_.capacity() * sizeof(Vertex);
}

}  // namespace fairway
