#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/straight_path.hpp"

namespace fairway {

std::vector<NamedMethod<VisibilityGraph::Options>> VisibilityGraph::methods() {
  return {{"visibility-graph", {Kind::kPruned}},
          {"visibility-graph-full", {Kind::kFull}},
          {"visibility-graph-plain", {Kind::kFull}, SearchSettings{}.plain()}};
}

VisibilityGraph VisibilityGraph::build(const FreeSpace& space, const Options& options,
                                       Pruning pruning) {
  VisibilityGraph result(space, options.kind, pruning);
  LapClock clock;
  result.number_corners();
  result.report_.phases.push_back({"corners", clock.lap()});
  result.link_corners();
  result.report_.phases.push_back({"links", clock.lap()});
  result.report_.components = label_components(result.graph_, result.components_);
  result.report_.covered_area = space.area();
  result.report_.phases.push_back({"components", clock.lap()});
  return result;
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

void VisibilityGraph::link_corners() {
  CsrGraph::Builder builder;
  builder.reserve(corners_.size(), 0);
  CornerVisibilityScratch scratch;
  scratch.fans = WideFans(*space_);
  std::vector<Vertex> row;
  std::vector<Vertex> seen_from(corners_.size(), kNoVertex);
  for (Vertex v = 0; v < static_cast<Vertex>(corners_.size()); ++v) {
    row.clear();
    const auto visit = [&](CornerId c) {
      const Vertex w = vertex_of_[static_cast<std::size_t>(c)];
      if (std::exchange(seen_from[static_cast<std::size_t>(w)], v) != v) row.push_back(w);
    };
    if (kind_ == Kind::kPruned) {
      taut_corners(*space_, corner(v), scratch, visit);
      if (knows_turns_) turns_.add_row(*space_, space_->corner(corner(v)), positions_, row);
    } else {
      visible_corners(*space_, corner(v), scratch, visit);
    }
    for (const Vertex w : row) builder.add(w, distance(position(v), position(w)));
    builder.end_row();
  }
  graph_ = std::move(builder).build();
  if (knows_turns_) turns_.find_dead_ends(graph_);
}

AttachStatus VisibilityGraph::attach(const Location& start, const Location& goal, Scratch& scratch,
                                     Attachment& attachment) const {
  attachment.clear();
  if (sees(*space_, start, goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  link(start, scratch, attachment.start);
  link(goal, scratch, attachment.goal);
  if (knows_turns_) {
    turns_.mark(*space_, graph_, corners_, goal.point, attachment.goal, scratch.ways_to_goal);
  }
  return status_of(attachment);
}

void VisibilityGraph::link(const Location& end, Scratch& scratch, std::vector<Link>& links) const {
  const auto visit = [&](CornerId c) {
    const Vertex v = vertex_of_[static_cast<std::size_t>(c)];
    links.push_back({v, distance(end.point, position(v))});
  };
  if (kind_ == Kind::kPruned) {
    taut_corners(*space_, end, scratch.visibility, visit);
  } else {
    visible_corners(*space_, end, scratch.visibility, visit);
  }
}

void VisibilityGraph::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

std::size_t VisibilityGraph::memory_bytes() const {
  return graph_.memory_bytes() + turns_.memory_bytes() + positions_.capacity() * sizeof(Point) +
         corners_.capacity() * sizeof(CornerId) + vertex_of_.capacity() * sizeof(Vertex) +
         components_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
