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

/// Looks up shortest paths in tables. The sight list of an end of the query has the corners that
/// the end sees and at which a path can turn. The first and the last corner of a shortest path
/// share a hub in their labels. Exact: orientations of input points decide sight and tautness,
/// distances are sums of lengths between input points. If not all labels fit into the index, a
/// search along taut links completes the path. Immutable; one Scratch per thread. See
/// docs/solvers/hub_labels.md.
/// Source of labels with sight lists: J. Du, B. Shen, M. A. Cheema, "Ultrafast Euclidean Shortest
/// Path Computation using Hub Labeling", AAAI 2023.
class HubLabels {
 public:
  ///@{ Members of the concept Solver.
  static constexpr std::string_view kName = "hub-labels";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};
  ///@}
  /// Reaction if the labels do not fit into index_mb.
  enum class OverBudget : std::uint8_t {
    kSearch,  ///< label only as many corners as fit; where labels are missing, queries search
    kRefuse,  ///< throw UnsupportedWorld
  };
  /// Names of the values of OverBudget.
  friend std::span<const std::string_view> option_names(OverBudget) {
    static constexpr std::array<std::string_view, 2> kNames{"search", "refuse"};
    return kNames;
  }

  /// Options of the methods; describe() explains them.
  struct Options {
    ///@{ The options, see describe().
    double index_mb = 256;
    OverBudget over_budget = OverBudget::kSearch;
    double label_work = 600;
    double build_work = 1500;
    bool sight_lists = true;
    int areas = 256;
    std::string index_dir = {};
    ///@}

    /// Describes the options, see docs/concepts/representation.md.
    static void describe(Options& options, auto&& field) {
      field("index_mb", options.index_mb, "size limit of the index in MiB",
            OptionRange{.least = 0, .most = 1e6, .open = true});
      field("over_budget", options.over_budget,
            "what to do if the labels exceed index_mb: search (store labels of fewer corners; "
            "queries search from corners without labels) or refuse (do not support the world)");
      field(
          "label_work", options.label_work,
          "limit of the work of labelling, in millions of links that are followed. At the limit, "
          "the remaining corners get no labels; queries search from these corners. If a world has "
          "more than 20,000 corners and its labels exceed index_mb, a tenth of this limit applies",
          OptionRange{.least = 0, .most = 1e9});
      field("build_work", options.build_work,
            "limit of the estimated number of build steps, in millions; a world that needs more "
            "steps is not supported. In worlds of more than 20,000 corners, label_work applies "
            "instead",
            OptionRange{.least = 0, .most = 1e9});
      field("sight_lists", options.sight_lists,
            "whether to store the corners that each polygon sees; if not, a query searches the "
            "triangulation for these corners");
      field("areas", options.areas,
            "limit of the number of areas (groups of polygons). For each corner, the index stores "
            "the areas where shortest paths from the corner can end",
            OptionRange{.least = 0, .most = 65536});
      field("index_dir", options.index_dir,
            "folder of stored indices: a stored index is loaded from the folder, a new index is "
            "saved there; \"\": always build");
    }
  };

  /// Working memory for the queries of one thread.
  class Scratch {
   public:
    Scratch() = default;  ///< Allocates nothing.
    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(start, goal, hubs, visibility, search); }

   private:
    friend class HubLabels;
    /// Shortest distance found from the start to a hub. Valid only if `stamp` is the current stamp.
    struct Hub {
      double distance;
      std::uint32_t stamp;
      std::uint32_t entry;
    };
    /// An end of the query.
    struct End {
      std::vector<PolygonId> polygons;          ///< polygons that contain the end
      std::vector<const std::uint64_t*> flags;  ///< flags of the areas that contain `polygons`
      std::vector<StateLink> buffer;            ///< array that holds the links
      std::span<StateLink> links;               ///< possible first states of a path from the end
      std::size_t memory_bytes() const { return heap_bytes(polygons, flags, buffer); }
    };
    End start;
    End goal;
    ZeroedArray<Hub> hubs;
    std::uint32_t stamp = 0;
    CornerVisibilityScratch visibility;
    LinkSearch::Scratch search;
  };

  static std::vector<NamedSolver<Options>> methods();  ///< Member of the concept Solver.
  /// Structures derived from free space that the solver uses, see SpacePart.
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the index; keeps a reference to the free space. If index_dir is set and this folder has
  /// an index of the same world and options, loads this index instead. If the folder has no such
  /// index, saves the built index there. The build time is about proportional to n k, where n is
  /// the number of corners and k the number of corners at which shortest paths from one corner
  /// turn. Throws UnsupportedWorld if (1) the index exceeds index_mb even without labels and sight
  /// lists, (2) the labels exceed index_mb and over_budget is kRefuse, or (3) the expected work
  /// exceeds build_work. Throws IndexFileError if an index cannot be loaded or saved.
  static HubLabels build(const FreeSpace& space, const Options& options);

  /// Loads a stored index of the same world; see HubIndex::load.
  static HubLabels load(const FreeSpace& space, const std::filesystem::path& file) {
    return HubLabels(space, HubIndex::load(file, space));
  }
  /// Stores the index; see HubIndex::save.
  void save(const std::filesystem::path& file) const { index_.save(file); }

  /// The index.
  const HubIndex& index() const { return index_; }
  ///@{ Members of the concept Solver. Vertices are states, edges are entries of labels.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;
  std::size_t vertex_count() const { return index_.state_count(); }
  std::size_t edge_count() const { return index_.entry_count(); }
  std::size_t memory_bytes() const { return index_.memory_bytes(); }
  const BuildReport& report() const { return report_; }
  ///@}

 private:
  HubLabels(const FreeSpace& space, HubIndex index)
      : space_(&space), mesh_(&space.triangulation()), index_(std::move(index)) {
    report_.covered_area = space.area();
    report_.components = space.component_count();
  }
  static HubIndex make_index(const FreeSpace& space, const Options& options, BuildReport& report);

  /// Finds the states that can come first on a path from one end. `other` is the other end of the
  /// query. `flags` are the flags of the areas that contain `other`. The first link has the least
  /// bound of all links whose corners the end sees.
  void link(const Location& end, Point other, std::span<const std::uint64_t* const> flags,
            Scratch& scratch, Scratch::End& found) const;
  /// Whether an end of the query sees the corner of a link's state. Exact.
  [[gnu::always_inline]] bool in_sight(const Location& end, const StateLink& link) const {
    if (link.word == StateLink::kInSight) return true;
    const int place = clear_place_between(*mesh_, index_.position(link.state),
                                          index_.rays(link.state, link.word), end.point);
    return place != 0 ? place > 0 : in_sight_near_ray(end, link);
  }
  /// in_sight() for an end on a ray of the state, or close to it.
  [[gnu::noinline]] bool in_sight_near_ray(const Location& end, const StateLink& link) const;
  /// in_sight() as a function of its own, which keeps it out of the loops that rarely call it.
  [[gnu::noinline]] bool in_sight_out_of_line(const Location& end, const StateLink& link) const;
  SolverResult meet_in_hub(Scratch& scratch, const Location& start, const Location& goal,
                           Path& path) const;

  const FreeSpace* space_;
  const Triangulation* mesh_;
  HubIndex index_;
  BuildReport report_;
};

}  // namespace fairway
