#include "algorithms/changes/junction_mesh_changes.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fairway {

JunctionMeshChanges::JunctionMeshChanges(JunctionMesh& index, const FreeSpace& space)
    : index_(index), tables_(index.tables()), space_(space), reduction_(tables_.reduction, space) {
  for (const Passage& passage : tables_.passages) bend_uses_ += passage.bend_count;
}

bool JunctionMeshChanges::follow(const SpaceChange& change) {
  if (change.triangles.empty()) return true;
  const ReductionChanges::Changed& changed = reduction_.follow(change);
  const std::vector<CornerId>& corners = tables_.reduction.corners();
  tables_.positions.resize(corners.size());
  for (const Vertex v : changed.nodes) {
    const CornerId corner = corners[slot_of(v)];
    if (corner != kNoCorner) tables_.positions[slot_of(v)] = space_.position(corner);
  }
  relink(changed.nodes);
  if (tables_.graph.is_wasteful() || tables_.bends.size() > bend_uses_) pack();
  return true;
}

/// Recomputes the links of these nodes.
void JunctionMeshChanges::relink(const std::vector<Vertex>& nodes) {
  JunctionLinker linker(space_, tables_.reduction);
  const std::vector<TriangleId> junctions = junctions_at(nodes);
  linker.bends() = std::move(tables_.bends);
  for (const TriangleId t : junctions) linker.link_sides(t);
  for (const TriangleId t : junctions) {
    for (int i = 0; i < 3; ++i) linker.link_beyond(Triangulation::half_edge(t, i), &junctions);
  }
  tables_.bends = std::move(linker.bends());
  exchange_rows(nodes, linker);
}

/// Returns the junctions around the corners of these nodes, sorted.
std::vector<TriangleId> JunctionMeshChanges::junctions_at(const std::vector<Vertex>& nodes) const {
  std::vector<TriangleId> junctions;
  for (const Vertex v : nodes) {
    const CornerId c = tables_.reduction.corners()[slot_of(v)];
    if (c == kNoCorner) continue;
    for (HalfEdge h = space_.corner(c).first; h != kNoHalfEdge;
         h = space_.triangulation().across(Triangulation::previous(h))) {
      const TriangleId t = Triangulation::triangle_of(h);
      if (tables_.reduction.is_junction(t)) junctions.push_back(t);
    }
  }
  std::sort(junctions.begin(), junctions.end());
  junctions.erase(std::unique(junctions.begin(), junctions.end()), junctions.end());
  return junctions;
}

/// Replaces the links of nodes by the links that the linker found. Precondition: nodes ascend.
void JunctionMeshChanges::exchange_rows(const std::vector<Vertex>& nodes, JunctionLinker& linker) {
  auto& candidates = linker.candidates();
  std::erase_if(candidates, [&](const JunctionLinker::Candidate& c) {
    return !std::binary_search(nodes.begin(), nodes.end(), c.from);
  });
  linker.keep_cheapest();
  CsrGraph& graph = tables_.graph;
  std::vector<Passage>& passages = tables_.passages;
  const auto nodes_there = static_cast<Vertex>(graph.vertex_count());
  std::vector<Vertex> targets;
  std::vector<double> costs;
  auto candidate = candidates.begin();
  for (const Vertex v : nodes) {
    if (v < nodes_there) {
      for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
        bend_uses_ -= passages[e].bend_count;
      }
    }
    const auto first = candidate;
    targets.clear();
    costs.clear();
    for (; candidate != candidates.end() && candidate->from == v; ++candidate) {
      targets.push_back(candidate->to);
      costs.push_back(candidate->cost);
    }
    graph.replace_row(v, targets, costs);
    if (graph.index_limit() > passages.capacity()) {
      passages.reserve(graph.index_limit() + graph.index_limit() / 8);
    }
    passages.resize(graph.index_limit());
    std::uint32_t e = graph.row_begin(v);
    for (auto found = first; found != candidate; ++found, ++e) {
      passages[e] = found->passage;
      bend_uses_ += found->passage.bend_count;
    }
  }
}

/// Removes unused edges, passages and bends. Linear.
void JunctionMeshChanges::pack() {
  CsrGraph& graph = tables_.graph;
  std::vector<Passage>& passages = tables_.passages;
  std::vector<Point>& bends = tables_.bends;
  constexpr std::uint32_t kUnmoved = 0xffffffff;
  CsrGraph::Builder builder;
  builder.reserve(graph.vertex_count(), graph.edge_count());
  std::vector<Passage> kept;
  kept.reserve(graph.edge_count());
  std::vector<std::uint32_t> moved_to(bends.size(), kUnmoved);
  std::vector<Point> kept_bends;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    builder.add_row(graph, v);
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      Passage& passage = kept.emplace_back(passages[e]);
      if (passage.bend_count == 0) {
        passage.first_bend = 0;
        continue;
      }
      std::uint32_t& first = moved_to[passage.first_bend];
      if (first == kUnmoved) {
        first = static_cast<std::uint32_t>(kept_bends.size());
        const auto bend = bends.begin() + passage.first_bend;
        kept_bends.insert(kept_bends.end(), bend, bend + passage.bend_count);
      }
      passage.first_bend = first;
    }
  }
  graph = std::move(builder).build();
  passages = std::move(kept);
  bends = std::move(kept_bends);
}

std::size_t JunctionMeshChanges::memory_bytes() const { return reduction_.memory_bytes(); }

}  // namespace fairway
