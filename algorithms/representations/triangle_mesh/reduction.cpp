#include "algorithms/representations/triangle_mesh/reduction.hpp"

#include <algorithm>

namespace fairway {

Reduction::Reduction(const FreeSpace& space)
    : space_(&space),
      mesh_(&space.triangulation()),
      cells_(static_cast<std::size_t>(mesh_->triangle_count())) {
  std::vector<bool> pruned(cells_.size());
  const std::vector<TriangleId> junctions = find_junctions(pruned);
  std::vector<Vertex> node_at(space.corners().size(), kNoVertex);
  for (const TriangleId t : junctions) open_regions(t, node_at);
  // Only rings round a single obstacle and their dead ends are left.
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    Cell& cell = cells_[static_cast<std::size_t>(t)];
    if (!mesh_->is_free(t) || cell.region != kNone || pruned[static_cast<std::size_t>(t)]) continue;
    cell.region = kJunction;
    open_regions(t, node_at);
  }
  corners_.shrink_to_fit();
  regions_.shrink_to_fit();
  places_.shrink_to_fit();
  legs_.shrink_to_fit();
}

/// Prunes triangles with one neighbour left. A component reduced to one triangle has no ring.
std::vector<TriangleId> Reduction::find_junctions(std::vector<bool>& pruned) {
  std::vector<std::int8_t> degree(cells_.size(), 0);
  std::vector<TriangleId> queue;
  const auto for_each_neighbour = [&](TriangleId t, auto&& visit) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = mesh_->across(Triangulation::half_edge(t, i));
      if (h != kNoHalfEdge) visit(Triangulation::triangle_of(h));
    }
  };
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    if (!mesh_->is_free(t)) continue;
    std::int8_t& own = degree[static_cast<std::size_t>(t)];
    for_each_neighbour(t, [&](TriangleId) { ++own; });
    if (own <= 1) queue.push_back(t);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const TriangleId t = queue[head];
    if (degree[static_cast<std::size_t>(t)] == 0) {
      degree[static_cast<std::size_t>(t)] = 3;
      continue;
    }
    pruned[static_cast<std::size_t>(t)] = true;
    for_each_neighbour(t, [&](TriangleId u) {
      if (pruned[static_cast<std::size_t>(u)]) return;
      if (--degree[static_cast<std::size_t>(u)] == 1) queue.push_back(u);
    });
  }
  std::vector<TriangleId> junctions;
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    const auto i = static_cast<std::size_t>(t);
    if (pruned[i] || degree[i] != 3) continue;
    cells_[i].region = kJunction;
    junctions.push_back(t);
  }
  return junctions;
}

std::vector<TriangleId> Reduction::junctions() const {
  std::vector<TriangleId> junctions;
  for (std::size_t t = 0; t < cells_.size(); ++t) {
    if (cells_[t].region == kJunction) junctions.push_back(static_cast<TriangleId>(t));
  }
  return junctions;
}

Vertex Reduction::node_of(HalfEdge h, std::vector<Vertex>& node_at) {
  const CornerId corner = space_->corner_at(h);
  Vertex& node = node_at[static_cast<std::size_t>(corner)];
  if (node != kNoVertex) return node;
  if (free_nodes_.empty()) {
    free_nodes_.push_back(static_cast<Vertex>(corners_.size()));
    corners_.emplace_back();
  }
  node = free_nodes_.back();
  free_nodes_.pop_back();
  corners_[static_cast<std::size_t>(node)] = corner;
  return node;
}

void Reduction::open_regions(TriangleId junction, std::vector<Vertex>& node_at) {
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(junction, i);
    cells_[static_cast<std::size_t>(junction)].place[static_cast<std::size_t>(i)] =
        node_of(h, node_at);
    const HalfEdge gate = mesh_->across(h);
    if (gate != kNoHalfEdge && cell(Triangulation::triangle_of(gate)).region == kNone) {
      add_region(gate, node_at);
    }
  }
}

/// A triangle is entered through a side whose ends have places, and adds its apex.
void Reduction::add_region(HalfEdge gate, std::vector<Vertex>& node_at) {
  const std::int32_t number = take_region_number();
  const auto first_place = static_cast<std::int32_t>(places_.size());
  HalfEdge second = kNoHalfEdge;
  const auto set_place = [&](HalfEdge h, std::int32_t place) {
    cells_[static_cast<std::size_t>(Triangulation::triangle_of(h))]
        .place[static_cast<std::size_t>(h & 3)] = place;
  };
  set_place(gate, first_place);
  set_place(Triangulation::next(gate), first_place + 1);
  places_.push_back(mesh_->origin_point(gate));
  places_.push_back(mesh_->destination_point(gate));
  std::vector<HalfEdge> stack{gate};
  while (!stack.empty()) {
    const HalfEdge entry = stack.back();
    stack.pop_back();
    Cell& cell = cells_[static_cast<std::size_t>(Triangulation::triangle_of(entry))];
    cell.region = number;
    cell.way = {entry, entry};
    set_place(Triangulation::previous(entry), static_cast<std::int32_t>(places_.size()));
    places_.push_back(mesh_->apex_point(entry));
    for (const HalfEdge h : {Triangulation::next(entry), Triangulation::previous(entry)}) {
      const HalfEdge other = mesh_->across(h);
      if (other == kNoHalfEdge) continue;
      if (is_junction(Triangulation::triangle_of(other))) {
        second = h;
        continue;
      }
      set_place(other, place_of(Triangulation::next(h)));
      set_place(Triangulation::next(other), place_of(h));
      stack.push_back(other);
    }
  }
  Region region{first_place, legs_.size(), {gate, second}, {}};
  for (int k = 0; k < region.target_count(); ++k) {
    const HalfEdge h = region.gate[static_cast<std::size_t>(k / 2)];
    region.node[static_cast<std::size_t>(k)] =
        node_of(k % 2 == 0 ? h : Triangulation::next(h), node_at);
  }
  regions_[static_cast<std::size_t>(number)] = region;
  legs_.resize(legs_.size() + (places_.size() - static_cast<std::size_t>(first_place)) *
                                  static_cast<std::size_t>(region.target_count()));
  if (second != kNoHalfEdge) find_way_to_second_gate(region);
  for (int k = 0; k < region.target_count(); ++k) grow_legs(number, k);
}

std::int32_t Reduction::take_region_number() {
  if (free_regions_.empty()) {
    regions_.emplace_back();
    return static_cast<std::int32_t>(regions_.size()) - 1;
  }
  const std::int32_t number = free_regions_.back();
  free_regions_.pop_back();
  return number;
}

void Reduction::find_way_to_second_gate(const Region& region) {
  HalfEdge h = region.gate[1];
  for (;;) {
    Cell& cell = cells_[static_cast<std::size_t>(Triangulation::triangle_of(h))];
    cell.way[1] = h;
    if (cell.way[0] == region.gate[0]) return;
    h = mesh_->across(cell.way[0]);
  }
}

void Reduction::grow_legs(std::int32_t number, int target) {
  const Region& region = regions_[static_cast<std::size_t>(number)];
  struct Item {
    HalfEdge entry;
    Funnel funnel;
  };
  const auto point_of = [&](std::int32_t place) { return point(place); };
  const auto next_of = [&](std::int32_t place) { return leg(region, place, target).next; };
  const auto join = [&](std::int32_t place, std::int32_t next) {
    legs_[leg_index(region, place, target)] = {
        leg(region, next, target).length + distance(point(place), point(next)), next};
  };
  const HalfEdge gate = region.gate[static_cast<std::size_t>(target / 2)];
  const std::int32_t left = place_of(gate);
  const std::int32_t right = place_of(Triangulation::next(gate));
  const std::int32_t root = target % 2 == 0 ? left : right;
  join(root == left ? right : left, root);
  std::vector<Item> stack{{gate, {left, right, root}}};
  while (!stack.empty()) {
    const Item item = stack.back();
    stack.pop_back();
    const HalfEdge left_side = Triangulation::previous(item.entry);
    const std::int32_t apex = place_of(left_side);
    const Tangent tangent = find_tangent(item.funnel, point(apex), point_of, next_of);
    join(apex, tangent.at);
    const auto go_on = [&](HalfEdge side, const Funnel& funnel) {
      const HalfEdge entry = mesh_->across(side);
      if (entry == kNoHalfEdge || cell(Triangulation::triangle_of(entry)).region != number) return;
      stack.push_back({entry, funnel});
    };
    go_on(left_side, tangent.left_of(apex, item.funnel));
    go_on(Triangulation::next(item.entry), tangent.right_of(apex, item.funnel));
  }
}

Reduction::Approach Reduction::first_place(TriangleId t, Point end, int target) const {
  const Region& region = region_of(t);
  const HalfEdge side = cell(t).way[static_cast<std::size_t>(target / 2)];
  std::int32_t left = place_of(side);
  std::int32_t right = place_of(Triangulation::next(side));
  std::int32_t place = -1;
  while (place < 0 && left != right) {
    const Leg& from_left = leg(region, left, target);
    const Leg& from_right = leg(region, right, target);
    if (from_left.length >= from_right.length) {
      if (orientation(point(from_left.next), point(left), end) > 0) place = left;
      left = from_left.next;
    } else {
      if (orientation(point(from_right.next), point(right), end) < 0) place = right;
      right = from_right.next;
    }
  }
  if (place < 0) place = left;
  return {t, place, target, distance(end, point(place)) + leg(region, place, target).length};
}

/// The vertex of t on the shortest way from a point over one to a target.
std::int32_t Reduction::best_place(TriangleId t, Point end, int target) const {
  const Region& region = region_of(t);
  std::int32_t best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t place : cell(t).place) {
    const double cost = distance(end, point(place)) + leg(region, place, target).length;
    if (cost < least) {
      best = place;
      least = cost;
    }
  }
  return best;
}

Reduction::Meeting Reduction::meet(TriangleId start_triangle, Point start, TriangleId goal_triangle,
                                   Point goal, int target) const {
  const Region& region = region_of(start_triangle);
  std::int32_t i = best_place(start_triangle, start, target);
  std::int32_t j = best_place(goal_triangle, goal, target);
  Meeting meeting{start_triangle, goal_triangle, i, j, -1, target, 0};
  meeting.cost = distance(start, point(i)) + distance(point(j), goal);
  while (i != j) {
    const Leg& from_i = leg(region, i, target);
    const Leg& from_j = leg(region, j, target);
    std::int32_t& farther = from_i.length >= from_j.length ? i : j;
    const std::int32_t next = farther == i ? from_i.next : from_j.next;
    meeting.cost += distance(point(farther), point(next));
    farther = next;
  }
  meeting.at = i;
  return meeting;
}

Reduction::Meeting Reduction::meeting(const Location& start, const Location& goal) const {
  Meeting best;
  for_each_side(start, [&](TriangleId t) {
    for_each_side(goal, [&](TriangleId u) {
      if (is_junction(t) || cell(t).region != cell(u).region) return;
      for (int k = 0; k < region_of(t).target_count(); ++k) {
        const Meeting meeting = meet(t, start.point, u, goal.point, k);
        if (meeting.cost < best.cost) best = meeting;
      }
    });
  });
  return best;
}

std::size_t Reduction::memory_bytes() const {
  return cells_.capacity() * sizeof(Cell) + state_.capacity() * sizeof(State) +
         degree_.capacity() * sizeof(std::int8_t) + corners_.capacity() * sizeof(CornerId) +
         regions_.capacity() * sizeof(Region) + places_.capacity() * sizeof(Point) +
         legs_.capacity() * sizeof(Leg) +
         (node_at_.capacity() + free_nodes_.capacity()) * sizeof(Vertex) +
         free_regions_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
