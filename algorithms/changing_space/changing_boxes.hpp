#pragma once

// Avoids the notes that Boost prints about its own deprecated headers.
#ifndef BOOST_ALLOW_DEPRECATED_HEADERS
#define BOOST_ALLOW_DEPRECATED_HEADERS
#endif

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A tree over the boxes of items that are added and removed.
class ChangingBoxes {
 public:
  /// An item.
  struct Item {
    Box box;              ///< its box
    std::int32_t number;  ///< its number
  };

  /// Adds items. O(k log n) for k items; faster than single insertions if the tree is empty.
  void insert(std::span<const Item> items) {
    std::vector<Value> values;
    values.reserve(items.size());
    for (const Item& item : items) values.push_back(value_of(item));
    if (tree_.empty()) {
      tree_ = Tree(values);
    } else {
      tree_.insert(values);
    }
  }
  /// Adds an item. O(log n).
  void insert(const Item& item) { tree_.insert(value_of(item)); }
  /// Removes an item. Precondition: an item with this box and number exists.
  void remove(const Item& item) { tree_.remove(value_of(item)); }

  /// Calls visit(number) for each item whose closed box meets the closed box `near`.
  template <class Visit>
  void visit(const Box& near, Visit visit) const {
    tree_.query(
        boost::geometry::index::intersects(tree_box(near)),
        boost::make_function_output_iterator([&](const Value& value) { visit(value.second); }));
  }

  /// Estimate of the bytes on the heap. Assumes that nodes are three quarters full.
  std::size_t memory_bytes() const { return tree_.size() * sizeof(Value) * 4 / 3; }

 private:
  using TreePoint = boost::geometry::model::d2::point_xy<double>;
  using TreeBox = boost::geometry::model::box<TreePoint>;
  using Value = std::pair<TreeBox, std::int32_t>;
  using Tree = boost::geometry::index::rtree<Value, boost::geometry::index::quadratic<16>>;

  static TreeBox tree_box(const Box& box) {
    return {{box.min.x, box.min.y}, {box.max.x, box.max.y}};
  }
  static Value value_of(const Item& item) { return {tree_box(item.box), item.number}; }

  Tree tree_;
};

}  // namespace fairway
