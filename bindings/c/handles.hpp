// SPDX-License-Identifier: MIT
#pragma once

#include <fairway.h>
#include <fmt/format.h>

#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/changes/changing_method.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/made_once.hpp"
#include "algorithms/reference/path_judge.hpp"

/// The objects behind the handles of the C interface, and its error handling.
namespace fairway::c_interface {

/// Sets the message that fairway_error() returns to this thread.
void set_error(const char* message) noexcept;

/// Returns work(). If it throws, sets the message for fairway_error() and returns `failure`.
template <class Result, class Work>
Result guarded(Result failure, Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    set_error("out of memory");
  } catch (const std::exception& e) {
    set_error(e.what());
  } catch (...) {
    set_error("unknown error");
  }
  return failure;
}

/// Throws std::invalid_argument "NAME: found FOUND, expected EXPECTED".
[[noreturn]] void refuse(std::string_view name, std::string_view found, std::string_view expected);

/// Throws std::invalid_argument for an end of a query that lies outside free space. The message
/// calls the point NAME, or NAME[INDEX] if an index is given.
[[noreturn]] void refuse_outside(std::string_view name, Point point,
                                 std::optional<std::size_t> index = {});

/// Returns *pointer. Throws std::invalid_argument if the pointer is NULL.
template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(name, "NULL", "a valid pointer");
  return *pointer;
}

/// Returns the caller's array as a span. Throws std::invalid_argument if `values` is NULL and
/// `count` is not 0.
template <class T>
std::span<const T> array_of(const T* values, std::size_t count, const char* name) {
  if (count > 0 && values == nullptr) {
    refuse(name, "NULL", fmt::format("an array of {}", count));
  }
  return {values, count};
}

/// Converts a point. Throws std::invalid_argument if geometric predicates are not exact for its
/// coordinates. The message calls the point NAME, or NAME[INDEX] if an index is given.
Point point_of(fairway_point point, std::string_view name, std::optional<std::size_t> index = {});

/// Rows of numbers, and the fairway_table through which the caller reads them.
class Table {
 public:
  /// An empty table of `columns` columns.
  explicit Table(std::size_t columns = 1) : columns_(columns) {}
  /// Removes all rows.
  void clear() { values_.clear(); }
  /// Adds a row.
  void add(std::initializer_list<double> row) { values_.insert(values_.end(), row); }
  /// Returns the rows for the caller. The result is valid until the table changes.
  const fairway_table* show() const {
    view_ = {values_.data(), values_.size() / columns_, columns_};
    return &view_;
  }

 private:
  std::size_t columns_;
  std::vector<double> values_;
  mutable fairway_table view_ = {};
};

/// A world. Several threads may use it.
struct World {
  /// Wraps a free space. Throws std::invalid_argument for cells with costs.
  explicit World(FreeSpace given);

  FreeSpace space;                    ///< the free space
  std::weak_ptr<const World> before;  ///< the world that `burst` changed into this world
  Burst burst;                        ///< the change from `before` to this world
  std::optional<WorldMoment> moment;  ///< copy for further changes; empty if never changed
  bool eroded = false;                ///< whether the world was eroded; then it cannot change
  MadeOnce<std::unique_ptr<const PathJudge>> judge;  ///< built by the first judgement
  MadeOnce<Table> rings;                             ///< see fairway_world_rings()
  MadeOnce<std::string> text;                        ///< see fairway_world_text()
};

/// Judges a path; see fairway_judge().
fairway_judgement judge(const World& world, Point start, Point goal, std::span<const Point> path);

/// A handle for a new world.
fairway_world* new_world(FreeSpace space);

}  // namespace fairway::c_interface

/// A world of the C interface.
struct fairway_world {
  /// The world; methods share it.
  std::shared_ptr<const fairway::c_interface::World> world;
};
