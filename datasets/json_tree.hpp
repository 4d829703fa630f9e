#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// A JSON text as an array of nodes in the order of the text, each with its line. The children of
/// an object are its keys (strings), each followed by its value.
class JsonTree {
 public:
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

  /// The maximum nesting depth.
  static constexpr int kMaxDepth = 64;

  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;

  /// Throws InputError with a line if the text is not valid JSON, or an object has two equal keys.
  /// Linear, except for sorting the keys of objects.
  static JsonTree parse(const TextFile& source);

  Kind kind(Node n) const { return nodes_[n].kind; }
  int line(Node n) const { return nodes_[n].line; }
  /// Precondition: kind is kNumber.
  double number(Node n) const { return nodes_[n].number; }
  /// Returns the number of a node. Throws InputError unless it is a valid coordinate of a world.
  double coordinate(const TextFile& source, Node n) const;
  /// Precondition: kind is kBool.
  bool boolean(Node n) const { return nodes_[n].number != 0; }
  /// Precondition: kind is kString.
  std::string_view string(Node n) const { return strings_[nodes_[n].string]; }

  /// Visits the children of a node: `for (n = begin(p); n != end(p); n = after(n))`.
  Node begin(Node n) const { return n + 1; }
  Node end(Node n) const { return nodes_[n].after; }
  Node after(Node n) const { return nodes_[n].after; }
  /// Returns the number of children in linear time.
  std::size_t child_count(Node n) const;
  /// The value of an object's member, or kRoot if there is no such member.
  Node member(Node object, std::string_view key) const;

 private:
  friend class JsonTreeBuilder;

  struct Entry {
    Kind kind = Kind::kNull;
    std::int32_t line = 0;
    Node after = 0;
    union {
      double number = 0;
      std::uint32_t string;
    };
  };

  std::vector<Entry> nodes_;
  std::vector<std::string> strings_;
};

}  // namespace fairway
