#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/triangulation_editor.hpp"

namespace fairway {

/// Keeps the components of free triangles true while a triangulation changes. Changed triangles
/// that share vertices are a place. Around each place, searches from all of its sides take turns
/// until at most one has neither met the others nor come to its end, so that a component that
/// parts, or is joined to another, costs as much as the smaller part. Source of the turns: S. Even,
/// Y. Shiloach, "An On-Line Edge-Deletion Problem", JACM 28 (1981).
class ComponentLabels {
 public:
  ComponentLabels() = default;
  /// Linear.
  explicit ComponentLabels(const Triangulation& mesh);

  /// Of components; their labels may have gaps.
  int count() const { return count_; }
  /// Labels the editor's changed triangles, and others that are in another component now.
  /// Precondition: blocked sides are right, and changed triangles have kUnlabelled or are not free.
  void update(TriangulationEditor& editor);
  static constexpr std::int32_t kUnlabelled = INT32_MAX;

  std::size_t memory_bytes() const;

 private:
  using Places = std::vector<std::vector<TriangleId>>;
  struct Search {
    std::vector<TriangleId> reached = {};
    std::vector<TriangleId> open = {};
    std::size_t next = 0;  ///< of the open ones
    bool joined = false;   ///< to another search, which has its triangles

    bool ended() const { return next == open.size(); }
  };

  Places places_of(const TriangulationEditor& editor);
  std::int32_t fresh();
  void set(TriangulationEditor& editor, TriangleId t, std::int32_t label);
  void resize(std::int32_t label, std::int32_t by);
  void begin(std::size_t triangles);
  bool seen(TriangleId t) const { return stamps_[slot_of(t)] == stamp_; }
  void reach(std::size_t search, TriangleId t);
  void seed_round(const Triangulation& mesh, std::span<const TriangleId> place);
  std::size_t search_of(TriangleId t) const;
  void join(std::size_t into, std::size_t from);
  template <class MayEnter>
  void take_turns(const Triangulation& mesh, MayEnter may_enter);
  void name(TriangulationEditor& editor);
  std::int32_t merged(TriangulationEditor& editor, std::span<const TriangleId> reached,
                      std::span<const std::int32_t> labels);

  int count_ = 0;
  std::vector<std::int32_t> size_;   ///< triangles of each label
  std::vector<std::int32_t> free_;   ///< labels without triangles
  std::vector<std::int32_t> empty_;  ///< labels that lost their last triangle, perhaps not for good
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint32_t> owner_;  ///< of each triangle: the search that reached it
  std::uint32_t stamp_ = 0;
  std::vector<Search> searches_;
  std::vector<std::size_t> leader_;
};

}  // namespace fairway
