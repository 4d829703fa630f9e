#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"

#include "algorithms/ancestors/steering.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

std::vector<NamedMethod<ConvexMesh::Options>> ConvexMesh::methods() {
  const SearchSettings sound{.smoother = Smoother::kShortcut};
  SearchSettings faithful = sound;
  faithful.search = SearchKind::kOwn;
  faithful.reject = Rejection::kSearch;
  return {{"convex-mesh", {}, sound},
          {"blitz-navmesh-faithful",
           {.vertices = Vertices::kPoints, .location = Finding::kScan},
           faithful},
          {"blitz-navmesh-sound", {}, sound}};
}

AttachStatus ConvexMesh::attach(const Location& start, const Location& goal, Scratch& scratch,
                                Attachment& attachment) const {
  attachment.clear();
  const Location first = entry(start);
  const Location last = entry(goal);
  const double first_leg = distance(start.point, first.point);
  const double last_leg = distance(last.point, goal.point);
  faces_at(first, scratch.start);
  faces_at(last, scratch.goal);
  if (intersect(scratch.start, scratch.goal)) {
    attachment.direct = first_leg + distance(first.point, last.point) + last_leg;
    return AttachStatus::kAttached;
  }
  link(first, first_leg, scratch.start, attachment.start);
  link(last, last_leg, scratch.goal, attachment.goal);
  return status_of(attachment);
}

void ConvexMesh::link(const Location& entry, double leg, std::span<const FaceId> faces,
                      std::vector<Link>& links) const {
  for (const FaceId f : faces) {
    for (const Vertex v : face(f)) links.push_back({v, leg + distance(entry.point, position(v))});
  }
  if (faces.size() > 1) remove_repeated(links);
}

SearchResult ConvexMesh::search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                                std::vector<Vertex>& vertices, SearchObserver* observer) const {
  const EuclideanHeuristic estimate([this](Vertex v) { return position(v); }, goal);
  return astar(graph_, attachment, estimate, scratch, vertices, FirstClosedSearch(observer));
}

void ConvexMesh::realise(const FoundPath& found, Scratch&, Path& path) const {
  path.assign(1, found.start.point);
  if (accepts_blocked_ends()) append_distinct(path, entry(found.start).point);
  for (const Vertex v : found.vertices) append_distinct(path, position(v));
  if (accepts_blocked_ends()) append_distinct(path, entry(found.goal).point);
  append_distinct(path, found.goal.point);
}

std::size_t ConvexMesh::memory_bytes() const {
  return graph_.memory_bytes() + face_tree_.memory_bytes() + border_tree_.memory_bytes() +
         face_begin_.capacity() * sizeof(std::int32_t) + corners_.capacity() * sizeof(Vertex) +
         beyond_.capacity() * sizeof(Side) + face_of_triangle_.capacity() * sizeof(FaceId) +
         borders_.capacity() * sizeof(Border) + positions_.capacity() * sizeof(Point) +
         components_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
