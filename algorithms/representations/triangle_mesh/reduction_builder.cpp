#include "algorithms/representations/triangle_mesh/reduction_builder.hpp"

namespace fairway {

ReductionBuilder::ReductionBuilder(const FreeSpace& space, Reduction& reduction)
    : space_(space),
      mesh_(space.triangulation()),
      reduction_(reduction),
      tables_(reduction.tables()),
      node_at_(space.corners().size(), kNoVertex) {}

Vertex ReductionBuilder::node_of(HalfEdge h) {
  const CornerId corner = space_.corner_at(h);
  Vertex& node = node_at_[static_cast<std::size_t>(corner)];
  if (node != kNoVertex) return node;
  if (free_nodes_.empty()) {
    free_nodes_.push_back(static_cast<Vertex>(tables_.corners.size()));
    tables_.corners.emplace_back();
  }
  node = free_nodes_.back();
  free_nodes_.pop_back();
  tables_.corners[static_cast<std::size_t>(node)] = corner;
  return node;
}

void ReductionBuilder::open_regions(TriangleId junction) {
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(junction, i);
    tables_.cells[static_cast<std::size_t>(junction)].place[static_cast<std::size_t>(i)] =
        node_of(h);
    const HalfEdge gate = mesh_.across(h);
    if (gate != kNoHalfEdge &&
        reduction_.cell(Triangulation::triangle_of(gate)).region == Reduction::kNone) {
      add_region(gate);
    }
  }
}

/// Adds the region behind a gate. Visits the triangles of the region one by one and enters each
/// through a side. The ends of this side already have places; the apex gets the next place.
void ReductionBuilder::add_region(HalfEdge gate) {
  const std::int32_t number = take_region_number();
  const auto first_place = static_cast<std::int32_t>(tables_.places.size());
  HalfEdge second = kNoHalfEdge;
  const auto set_place = [&](HalfEdge h, std::int32_t place) {
    tables_.cells[static_cast<std::size_t>(Triangulation::triangle_of(h))]
        .place[static_cast<std::size_t>(h & 3)] = place;
  };
  set_place(gate, first_place);
  set_place(Triangulation::next(gate), first_place + 1);
  tables_.places.push_back(mesh_.origin_point(gate));
  tables_.places.push_back(mesh_.destination_point(gate));
  std::vector<HalfEdge> stack{gate};
  while (!stack.empty()) {
    const HalfEdge entry = stack.back();
    stack.pop_back();
    Reduction::Cell& cell =
        tables_.cells[static_cast<std::size_t>(Triangulation::triangle_of(entry))];
    cell.region = number;
    cell.way = {entry, entry};
    set_place(Triangulation::previous(entry), static_cast<std::int32_t>(tables_.places.size()));
    tables_.places.push_back(mesh_.apex_point(entry));
    for (const HalfEdge h : {Triangulation::next(entry), Triangulation::previous(entry)}) {
      const HalfEdge other = mesh_.across(h);
      if (other == kNoHalfEdge) continue;
      if (reduction_.is_junction(Triangulation::triangle_of(other))) {
        second = h;
        continue;
      }
      set_place(other, reduction_.place_of(Triangulation::next(h)));
      set_place(Triangulation::next(other), reduction_.place_of(h));
      stack.push_back(other);
    }
  }
  Reduction::Region region{first_place, tables_.legs.size(), {gate, second}, {}};
  for (int k = 0; k < region.target_count(); ++k) {
    const HalfEdge h = region.gate[static_cast<std::size_t>(k / 2)];
    region.node[static_cast<std::size_t>(k)] = node_of(k % 2 == 0 ? h : Triangulation::next(h));
  }
  tables_.regions[static_cast<std::size_t>(number)] = region;
  tables_.legs.resize(tables_.legs.size() +
                      (tables_.places.size() - static_cast<std::size_t>(first_place)) *
                          static_cast<std::size_t>(region.target_count()));
  if (second != kNoHalfEdge) find_way_to_second_gate(region);
  for (int k = 0; k < region.target_count(); ++k) grow_legs(number, k);
}

std::int32_t ReductionBuilder::take_region_number() {
  if (free_regions_.empty()) {
    tables_.regions.emplace_back();
    return static_cast<std::int32_t>(tables_.regions.size()) - 1;
  }
  const std::int32_t number = free_regions_.back();
  free_regions_.pop_back();
  return number;
}

void ReductionBuilder::find_way_to_second_gate(const Reduction::Region& region) {
  HalfEdge h = region.gate[1];
  for (;;) {
    Reduction::Cell& cell = tables_.cells[static_cast<std::size_t>(Triangulation::triangle_of(h))];
    cell.way[1] = h;
    if (cell.way[0] == region.gate[0]) return;
    h = mesh_.across(cell.way[0]);
  }
}

void ReductionBuilder::grow_legs(std::int32_t number, int target) {
  const Reduction::Region& region = tables_.regions[static_cast<std::size_t>(number)];
  struct Item {
    HalfEdge entry;
    Funnel funnel;
  };
  const auto point_of = [&](std::int32_t place) { return reduction_.point(place); };
  const auto next_of = [&](std::int32_t place) {
    return reduction_.leg(region, place, target).next;
  };
  const auto join = [&](std::int32_t place, std::int32_t next) {
    tables_.legs[reduction_.leg_index(region, place, target)] = {
        reduction_.leg(region, next, target).length +
            distance(reduction_.point(place), reduction_.point(next)),
        next};
  };
  const HalfEdge gate = region.gate[static_cast<std::size_t>(target / 2)];
  const std::int32_t left = reduction_.place_of(gate);
  const std::int32_t right = reduction_.place_of(Triangulation::next(gate));
  const std::int32_t root = target % 2 == 0 ? left : right;
  join(root == left ? right : left, root);
  std::vector<Item> stack{{gate, {left, right, root}}};
  while (!stack.empty()) {
    const Item item = stack.back();
    stack.pop_back();
    const HalfEdge left_side = Triangulation::previous(item.entry);
    const std::int32_t apex = reduction_.place_of(left_side);
    const Tangent tangent = find_tangent(item.funnel, reduction_.point(apex), point_of, next_of);
    join(apex, tangent.at);
    const auto go_on = [&](HalfEdge side, const Funnel& funnel) {
      const HalfEdge entry = mesh_.across(side);
      if (entry == kNoHalfEdge ||
          reduction_.cell(Triangulation::triangle_of(entry)).region != number)
        return;
      stack.push_back({entry, funnel});
    };
    go_on(left_side, tangent.left_of(apex, item.funnel));
    go_on(Triangulation::next(item.entry), tangent.right_of(apex, item.funnel));
  }
}

}  // namespace fairway
