#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/json_tree.hpp"

namespace fairway {

/// The base of readers of Fairway's JSON formats. Throws InputError, with the line of the fault.
class JsonReader {
 public:
  explicit JsonReader(const TextFile& source) : source_(source), tree_(JsonTree::parse(source)) {}

 protected:
  using Kind = JsonTree::Kind;
  using Node = JsonTree::Node;
  static constexpr Node kRoot = JsonTree::kRoot;

  Node begin(Node n) const { return tree_.begin(n); }
  Node end(Node n) const { return tree_.end(n); }
  Node after(Node n) const { return tree_.after(n); }
  [[noreturn]] void fail(Node n, const std::string& what) const {
    source_.fail(tree_.line(n), what);
  }
  void require(Node n, Kind kind, std::string_view expected) const {
    if (tree_.kind(n) != kind) fail(n, fmt::format("expected {}", expected));
  }

  /// Returns the version of the file. The first key of the root object must be `key`, and its value
  /// a version up to `newest`. The version is read first, because other versions may have other
  /// keys. `name` names the content of the file in messages.
  std::int64_t require_version(std::string_view name, std::string_view key,
                               std::int64_t newest) const;

  /// Returns the values of `keys` in an object, with kRoot for a missing key. Throws InputError if
  /// the object has any other key.
  template <std::size_t N>
  std::array<Node, N> members(Node object, const std::array<std::string_view, N>& keys) const {
    std::array<Node, N> values;
    values.fill(kRoot);
    for (Node key = begin(object); key != end(object); key = after(after(key))) {
      const auto at = std::find(keys.begin(), keys.end(), tree_.string(key));
      if (at == keys.end()) {
        fail(key, fmt::format("unknown key {}; expected one of {}", in_quotes(tree_.string(key)),
                              fmt::join(keys, ", ")));
      }
      values[static_cast<std::size_t>(at - keys.begin())] = after(key);
    }
    return values;
  }
  /// Like members(), but all keys are required.
  template <std::size_t N>
  std::array<Node, N> all_members(Node object, std::string_view name,
                                  const std::array<std::string_view, N>& keys) const {
    require(object, Kind::kObject,
            fmt::format("{}: an object with {}", name, fmt::join(keys, ", ")));
    const auto values = members<N>(object, keys);
    for (std::size_t i = 0; i < N; ++i) {
      if (values[i] == kRoot) {
        fail(object, fmt::format("{} without '{}'; expected one", name, keys[i]));
      }
    }
    return values;
  }

  bool boolean(Node n, std::string_view name) const;
  std::int64_t integer(Node n, std::string_view name, std::int64_t least, std::int64_t most) const;

  /// The numbers of an array of length N.
  template <std::size_t N>
  std::array<double, N> coordinates(Node array, std::string_view expected) const {
    require(array, Kind::kArray, expected);
    std::array<double, N> values;
    std::size_t count = 0;
    for (Node n = begin(array); n != end(array); n = after(n)) {
      if (count == N) fail(array, fmt::format("expected {}", expected));
      values[count++] = tree_.coordinate(source_, n);
    }
    if (count != N) fail(array, fmt::format("expected {}", expected));
    return values;
  }
  Point point(Node n) const;

  const TextFile& source_;
  JsonTree tree_;
};

}  // namespace fairway
