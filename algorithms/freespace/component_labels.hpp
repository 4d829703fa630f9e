#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/triangulation_editor.hpp"

namespace fairway {

/// Keeps the components of free triangles true while a triangulation changes. Searches from all
/// sides of what changed take turns until at most one has neither met the others nor come to its
/// end, so that a component that parts, or is joined to another, costs as much as the smaller part.
/// Source of the turns: S. Even, Y. Shiloach, "An On-Line Edge-Deletion Problem", JACM 28 (1981).
class ComponentLabels {
 public:
  explicit ComponentLabels(int count) : count_(count), used_(count) {}

  /// Of components; their labels may have gaps.
  int count() const { return count_; }
  /// Labels the editor's changed triangles, and others that are in another component now.
  /// Precondition: blocked sides are right, and changed triangles have kUnlabelled or are not free.
  void update(TriangulationEditor& editor);
  static constexpr std::int32_t kUnlabelled = INT32_MAX;

  std::size_t memory_bytes() const {
    return (stamps_.capacity() + owner_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  struct Search {
    std::vector<TriangleId> reached = {};
    std::vector<TriangleId> open = {};
    std::size_t next = 0;  ///< of the open ones
    bool joined = false;   ///< to another search, which has its triangles

    bool ended() const { return next == open.size(); }
  };

  std::int32_t fresh();
  void begin(std::size_t triangles);
  bool seen(TriangleId t) const { return stamps_[static_cast<std::size_t>(t)] == stamp_; }
  void reach(std::size_t search, TriangleId t);
  std::size_t search_of(TriangleId t) const;
  void join(std::size_t into, std::size_t from);
  template <class MayEnter>
  void take_turns(const Triangulation& mesh, MayEnter may_enter);
  void name(TriangulationEditor& editor, const std::vector<std::int32_t>& old_labels);
  std::int32_t merged(TriangulationEditor& editor, std::span<const TriangleId> reached,
                      std::span<const std::int32_t> labels);

  int count_;
  std::int32_t used_;               ///< labels below it were given
  std::vector<std::int32_t> free_;  ///< those that no component has
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint32_t> owner_;  ///< of each triangle: the search that reached it
  std::uint32_t stamp_ = 0;
  std::vector<Search> searches_;
  std::vector<std::size_t> leader_;
};

}  // namespace fairway
