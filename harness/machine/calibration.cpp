#include "harness/machine/calibration.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

namespace fairway {

namespace {

constexpr std::uint32_t kNodes = 1 << 14;
constexpr std::uint32_t kEdges = 4;  ///< number of edges per node
constexpr std::uint32_t kSearches =
    4;  ///< number of searches; each from a different node to all others

struct CalibrationNode {
  float x = 0;
  float y = 0;
  std::array<std::uint32_t, kEdges> neighbours{};
  double distance = std::numeric_limits<double>::infinity();
};

/// A graph of 16,384 nodes of 32 bytes. Each search works on a copy; graph and copy take 1 MiB.
std::vector<CalibrationNode> calibration_graph() {
  std::uint64_t state = 0x9e3779b97f4a7c15;
  const auto next = [&] {  // xorshift64
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<std::uint32_t>(state >> 32);
  };
  std::vector<CalibrationNode> nodes(kNodes);
  for (CalibrationNode& node : nodes) {
    node.x = static_cast<float>(next() % kNodes);
    node.y = static_cast<float>(next() % kNodes);
    for (std::uint32_t& neighbour : node.neighbours) neighbour = next() % kNodes;
  }
  return nodes;
}

}  // namespace

double calibration_work() {
  static const std::vector<CalibrationNode> kGraph = calibration_graph();
  double sum = 0;
  for (std::uint32_t start = 0; start < kSearches; ++start) {
    std::vector<CalibrationNode> nodes = kGraph;
    std::vector<std::pair<double, std::uint32_t>> heap{{0, start}};
    nodes[start].distance = 0;
    while (!heap.empty()) {
      std::ranges::pop_heap(heap, std::greater());
      const auto [distance, at] = heap.back();
      heap.pop_back();
      if (distance > nodes[at].distance) continue;
      for (const std::uint32_t to : nodes[at].neighbours) {
        const double dx = nodes[to].x - nodes[at].x;
        const double dy = nodes[to].y - nodes[at].y;
        const double longer = distance + std::sqrt(dx * dx + dy * dy);
        if (longer >= nodes[to].distance) continue;
        nodes[to].distance = longer;
        heap.emplace_back(longer, to);
        std::ranges::push_heap(heap, std::greater());
      }
    }
    for (const CalibrationNode& node : nodes) {
      if (std::isfinite(node.distance)) sum += node.distance;
    }
  }
  return sum;
}

std::int64_t calibrate(std::optional<int> core) {
  std::array<std::int64_t, 5> times{};
  std::jthread([&] {
    if (core) {
      cpu_set_t only;
      CPU_ZERO(&only);
      CPU_SET(*core, &only);
      sched_setaffinity(0, sizeof only, &only);
    }
    volatile double kept = calibration_work();  // creates the graph
    for (std::int64_t& time : times) {
      const auto begin = std::chrono::steady_clock::now();
      kept = calibration_work();
      time = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    }
    static_cast<void>(kept);
  }).join();
  std::ranges::sort(times);
  return times[times.size() / 2];
}

}  // namespace fairway
