#include "harness/conformance/lattice_mesh.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace fairway::conformance {

Mesh lattice_mesh(int width, int height, const std::vector<bool>& rising) {
  Mesh mesh;
  for (int y = 0; y <= height; ++y) {
    for (int x = 0; x <= width; ++x) {
      mesh.points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  std::size_t square = 0;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const std::int32_t a = y * (width + 1) + x;
      const std::int32_t b = a + 1;
      const std::int32_t d = a + width + 1;
      const std::int32_t c = d + 1;
      const bool rises = rising[square++];
      const std::vector<bool> no_walls(3, false);
      mesh.faces.push_back({rises ? std::vector{a, b, c} : std::vector{a, b, d}, no_walls});
      mesh.faces.push_back({rises ? std::vector{a, c, d} : std::vector{b, c, d}, no_walls});
    }
  }
  return mesh;
}

std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces) {
  const auto point = [&](std::int32_t v) { return mesh.points[static_cast<std::size_t>(v)]; };
  std::set<std::pair<std::int32_t, std::int32_t>> border;
  for (const Mesh::Face& face : mesh.faces) {
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const std::pair edge(face.vertices[i], face.vertices[(i + 1) % face.vertices.size()]);
      if (border.erase({edge.second, edge.first}) == 0) border.insert(edge);
    }
  }
  const auto next = [&](std::int32_t from, std::int32_t at) {
    const auto angle = [&](std::int32_t v) {
      return std::atan2(point(v).y - point(at).y, point(v).x - point(at).x);
    };
    std::int32_t best = -1;
    double least = 0;
    for (auto edge = border.lower_bound({at, 0}); edge != border.end() && edge->first == at;
         ++edge) {
      const double turn = follow_faces[static_cast<std::size_t>(at)]
                              ? angle(from) - angle(edge->second)
                              : angle(edge->second) - angle(from);
      const double clearance = turn > 0 ? turn : turn + 2 * std::numbers::pi;
      if (best < 0 || clearance < least) {
        best = edge->second;
        least = clearance;
      }
    }
    return best;
  };
  // All successors are found before tracing, because tracing removes edges.
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> successor;
  for (const auto& edge : border) successor[edge] = next(edge.first, edge.second);
  std::vector<std::vector<std::int32_t>> rings;
  while (!border.empty()) {
    auto edge = *border.begin();
    rings.emplace_back();
    while (border.erase(edge) > 0) {
      rings.back().push_back(edge.first);
      edge = {edge.second, successor[edge]};
    }
  }
  return rings;
}

double twice_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    sum += cross(ring[i], ring[(i + 1) % ring.size()]);
  }
  return sum;
}

}  // namespace fairway::conformance
