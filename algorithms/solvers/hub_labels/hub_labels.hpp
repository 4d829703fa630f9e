#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/solvers/hub_labels/hub_index.hpp"
#include "algorithms/solvers/hub_labels/link_search.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Finds the optimum by looking it up: each end's sight list tells the corners where a path can
/// turn first, and their labels meet in the hub of a shortest path. Exact: sight and tautness are
/// decided by orientations of input points, distances are sums of lengths of input points, and the
/// label of a corner leads back to its path. Where an index has no room for all labels, a search
/// along taut links closes the gap. Immutable; one Scratch per thread. docs/solvers/hub_labels.md.
/// The idea of labels with sight lists: J. Du, B. Shen, M. A. Cheema, "Ultrafast Euclidean Shortest
/// Path Computation using Hub Labeling", AAAI 2023.
class HubLabels {
 public:
  static constexpr std::string_view kName = "hub-labels";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  /// What happens in a world whose index would be larger than it may be.
  enum class OverBudget : std::uint8_t { kSearch, kRefuse };
  friend std::span<const std::string_view> option_names(OverBudget) {
    static constexpr std::array<std::string_view, 2> kNames{"search", "refuse"};
    return kNames;
  }

  struct Options {
    double index_mb = 256;
    OverBudget over_budget = OverBudget::kSearch;
    double label_work = 600;
    double build_work = 1500;
    bool sight_lists = true;
    int areas = 256;
    std::string index_dir = {};

    static void describe(Options& options, auto&& field) {
      field("index_mb", options.index_mb, "most MiB that the index may take",
            OptionRange{.least = 0, .most = 1e6, .open = true});
      field("over_budget", options.over_budget,
            "where that is too little: search between the labels that fit, or refuse the world");
      field("label_work", options.label_work,
            "most million links that the search for labels follows: 10 s or more. A query searches "
            "between the corners that are labelled then. A tenth where labels will not all fit",
            OptionRange{.least = 0, .most = 1e9});
      field("build_work", options.build_work,
            "most million steps that labels and flags may be expected to take: a larger world "
            "is refused. Not asked of more than 20,000 corners, where label_work bounds",
            OptionRange{.least = 0, .most = 1e9});
      field(
          "sight_lists", options.sight_lists,
          "polygons know the corners that they see; else a query looks through the triangulation");
      field("areas", options.areas,
            "most groups of polygons for which corners know whether shortest paths end there",
            OptionRange{.least = 0, .most = 65536});
      field("index_dir", options.index_dir,
            "folder where the index is stored, and read if it is there; \"\": it is always built");
    }
  };

  struct Scratch {
    struct Hub {
      double distance;
      std::uint32_t stamp;
      std::uint32_t entry;
    };
    /// An end of the query.
    struct End {
      std::vector<PolygonId> polygons;          ///< that hold it
      std::vector<const std::uint64_t*> flags;  ///< of their areas
      std::vector<StateLink> links;

      std::size_t memory_bytes() const { return heap_bytes(polygons, flags, links); }
    };
    End start;
    End goal;
    ZeroedArray<Hub> hubs;
    std::uint32_t stamp = 0;
    CornerVisibilityScratch visibility;
    LinkSearch::Scratch search;

    std::size_t memory_bytes() const { return heap_bytes(start, goal, hubs, visibility, search); }
  };

  static std::vector<NamedSolver<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Keeps a reference to the free space. With index_dir, an index that was built of the same world
  /// with the same options is loaded; else it is built and saved. Time grows with corners times the
  /// corners where shortest paths from one turn. Throws UnsupportedWorld if the index would need
  /// more than index_mb without labels and sight lists, or with them where it is to refuse, or if
  /// the work is expected to be more than build_work, before that work begins;
  /// IndexFileError.
  static HubLabels build(const FreeSpace& space, const Options& options);

  /// Uses a stored index; see HubIndex::load. The world must be the same.
  static HubLabels load(const FreeSpace& space, const std::filesystem::path& file) {
    return HubLabels(space, HubIndex::load(file, space));
  }
  void save(const std::filesystem::path& file) const { index_.save(file); }

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  const HubIndex& index() const { return index_; }
  std::size_t vertex_count() const { return index_.state_count(); }
  std::size_t edge_count() const { return index_.entry_count(); }
  std::size_t memory_bytes() const { return index_.memory_bytes(); }
  const BuildReport& report() const { return report_; }

 private:
  HubLabels(const FreeSpace& space, HubIndex index) : space_(&space), index_(std::move(index)) {
    report_.covered_area = space.area();
    report_.components = space.component_count();
  }
  static HubIndex make_index(const FreeSpace& space, const Options& options, BuildReport& report);

  /// Finds the states by which paths from one end go on. Flags are those of the other end.
  void link(const Location& end, Point other, std::span<const std::uint64_t* const> flags,
            Scratch& scratch, Scratch::End& links) const;
  void link_by_lists(const Location& end, Point other, std::span<const std::uint64_t* const> flags,
                     Scratch::End& links) const;
  SolverResult meet_in_hub(Scratch& scratch, Point goal, Path& path) const;

  const FreeSpace* space_;
  HubIndex index_;
  BuildReport report_;
};

}  // namespace fairway
