#include "algorithms/reference/polyanya_landmarks.hpp"

#include "algorithms/reference/polyanya.hpp"
#include "algorithms/reference/polyanya_query.hpp"

namespace fairway {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace

PolyanyaLandmarks::PolyanyaLandmarks(const PolyanyaMesh& mesh) {
  const std::size_t turns = mesh.turns.size();
  std::vector<std::int32_t> component(turns);
  std::vector<std::int32_t> landmarks(mesh.blocks.component_count(), PolyanyaMesh::kNone);
  for (std::size_t t = 0; t < turns; ++t) {
    component[t] = mesh.blocks.component(mesh.sides[index(mesh.turns[t].first)].polygon);
    landmarks[index(component[t])] = static_cast<std::int32_t>(t);
  }
  std::erase(landmarks, PolyanyaMesh::kNone);
  if (landmarks.empty()) return;

  Polyanya::Scratch scratch;
  std::vector<double> distances(turns);  // from the last landmarks
  std::vector<double> nearest(turns);    // of all landmarks so far
  std::vector<double> farthest(mesh.blocks.component_count());
  const auto search = [&] {
    std::ranges::fill(distances, kInfinity);
    scratch.begin_query(mesh);
    std::ranges::fill(scratch.blocks, scratch.stamp);
    scratch.blocks[mesh.blocks.block_count()] = 0;  // of the sides that are blocked
    const std::size_t most_expanded = kMostExpanded * mesh.sides.size();
    if (mesh.units_per_length > 0) {
      return PolyanyaQuery<LatticePoints, true>(mesh, scratch, distances)
          .flood(landmarks, most_expanded);
    }
    return PolyanyaQuery<AnyPoints, true>(mesh, scratch, distances).flood(landmarks, most_expanded);
  };
  const auto move_on = [&] {
    std::ranges::fill(farthest, -1);
    landmarks.assign(farthest.size(), PolyanyaMesh::kNone);
    for (std::size_t t = 0; t < turns; ++t) {
      double& far = farthest[index(component[t])];
      if (nearest[t] <= far || nearest[t] == kInfinity) continue;
      far = nearest[t];
      landmarks[index(component[t])] = static_cast<std::int32_t>(t);
    }
    std::erase(landmarks, PolyanyaMesh::kNone);
  };
  if (!search()) return;
  nearest = distances;
  move_on();
  std::ranges::fill(nearest, kInfinity);
  distances_.resize(turns);
  for (std::size_t i = 0; i < kCount; ++i) {
    if (!search()) {
      distances_ = {};
      return;
    }
    for (std::size_t t = 0; t < turns; ++t) {
      nearest[t] = std::min(nearest[t], distances[t]);
      if (distances[t] == kInfinity) {
        distances_[t][i] = std::numeric_limits<double>::quiet_NaN();
      } else {
        distances_[t][i] = distances[t];
        rounding_ = std::max(rounding_, 1e-12 * distances[t]);
      }
    }
    move_on();
  }
}

PolyanyaLandmarks::Goal PolyanyaLandmarks::goal_at(const PolyanyaMesh& mesh,
                                                   std::span<const PolygonId> polygons,
                                                   Point goal) const {
  Goal result;
  result.least.fill(kInfinity);
  result.most.fill(-kInfinity);
  bool known = true;
  for (const PolygonId p : polygons) {
    known = known && mesh.blocks.component(p) == mesh.blocks.component(polygons.front());
    Distances least;
    Distances most;
    least.fill(-kInfinity);
    most.fill(kInfinity);
    for (std::int32_t s = mesh.begin[index(p)]; s < mesh.begin[index(p) + 1]; ++s) {
      const PolyanyaMesh::Side& side = mesh.sides[index(s)];
      if (side.turn == PolyanyaMesh::kNone) continue;
      const Distances& from = distances_[index(side.turn)];
      const double away = distance(side.origin, goal) + rounding_;
      for (std::size_t i = 0; i < kCount; ++i) {
        least[i] = std::max(least[i], from[i] - away);
        most[i] = std::min(most[i], from[i] + away);
      }
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      result.least[i] = std::min(result.least[i], least[i]);
      result.most[i] = std::max(result.most[i], most[i]);
    }
  }
  if (!known) {
    result.least.fill(-kInfinity);
    result.most.fill(kInfinity);
  }
  return result;
}

}  // namespace fairway
