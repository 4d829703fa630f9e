#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/solvers/hub_labels/packed_labels.hpp"
#include "algorithms/solvers/hub_labels/sight_lists.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

class HubLabels {
 public:
  static constexpr std::string_view kName = "hub-labels";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  struct Options {
    static void describe(Options&, auto&&) {}
  };

  /// An end's way into the labels.
  struct Link {
    StateId state;
    double length;
  };
  struct Scratch {
    struct Hub {
      double distance;
      std::uint32_t stamp;
      std::uint32_t entry;
    };
    ZeroedArray<Hub> hubs;
    std::uint32_t stamp = 0;
    std::vector<Link> start;
    std::vector<Link> goal;
    std::vector<PolygonId> polygons;
    std::uint64_t generated = 0;
  };

  static std::vector<NamedSolver<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }
  static HubLabels build(const FreeSpace& space, const Options& options) {
    return HubLabels(space, options);
  }

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t vertex_count() const { return turns_.size(); }
  std::size_t edge_count() const { return labels_.entry_count(); }
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }

 private:
  HubLabels(const FreeSpace& space, const Options& options);
  void link(const Location& end, Scratch& scratch, std::vector<Link>& links) const;
  bool sees_tautly(const Location& end, StateId state) const;
  void unpack(const Location& start, const Location& goal, std::uint32_t from_start,
              std::uint32_t from_goal, Path& path) const;

  const FreeSpace* space_;
  std::vector<CornerId> turns_;
  std::vector<Point> positions_;
  std::optional<SightLists> lists_;
  PackedLabels labels_;
  BuildReport report_;
};

}  // namespace fairway
