#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/solvers/hub_labels/hub_index.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

class HubLabels {
 public:
  static constexpr std::string_view kName = "hub-labels";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  struct Options {
    int areas = 256;

    static void describe(Options& options, auto&& field) {
      field("areas", options.areas,
            "groups of polygons for which states know whether shortest paths end there; 0: none",
            OptionRange{0, 65536});
    }
  };

  /// An end's way into the labels.
  struct Link {
    StateId state;
    double length;
    double bound;  ///< no path over it is shorter
  };
  struct Scratch {
    struct Hub {
      double distance;
      std::uint32_t stamp;
      std::uint32_t entry;
    };
    ZeroedArray<Hub> hubs;
    std::uint32_t stamp = 0;
    struct End {
      std::vector<PolygonId> polygons;             ///< that hold it
      std::vector<const std::uint64_t*> flags;  ///< of their areas
      std::vector<Link> links;
    };
    End start;
    End goal;
  };

  static std::vector<NamedSolver<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }
  static HubLabels build(const FreeSpace& space, const Options& options) {
    return HubLabels(space, options);
  }

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t vertex_count() const { return index_.state_count(); }
  std::size_t edge_count() const { return index_.entry_count(); }
  std::size_t memory_bytes() const { return index_.memory_bytes(); }
  const BuildReport& report() const { return report_; }

 private:
  HubLabels(const FreeSpace& space, const Options& options);
  /// Finds the states by which paths from one end go on. Flags are those of the other end.
  void link(const Location& end, std::span<const PolygonId> from, Point other,
            std::span<const std::uint64_t* const> flags, std::vector<Link>& links) const;
  bool sees_tautly(const Location& end, StateId state) const;
  void follow(std::uint32_t entry, std::span<const Link> links, Path& path) const;

  const FreeSpace* space_;
  HubIndex index_;
  BuildReport report_;
};

}  // namespace fairway
