#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

inline int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

inline std::string_view type_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return node.as_string()->get().empty() ? "an empty string" : "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date";
  }
}

/// Reads one table. Its error messages name the file and line.
class TableReader {
 public:
  TableReader(const std::filesystem::path& file, const toml::table& table, std::string where,
              const std::vector<std::string>& known)
      : file_(file), table_(table), where_(std::move(where)) {
    for (const auto& [key, value] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      fail(static_cast<int>(key.source().begin.line),
           fmt::format("unknown key '{}'{}, expected one of {}", key.str(), where_, joined(known)));
    }
  }

  [[noreturn]] void fail(int line, const std::string& what) const {
    throw InputError(file_, line, what);
  }
  [[noreturn]] void fail(const toml::node& node, std::string_view key,
                         std::string_view expected) const {
    fail(line_of(node),
         fmt::format("'{}'{}: expected {}, found {}", key, where_, expected, type_of(node)));
  }

  const toml::node* find(std::string_view key) const { return table_.get(key); }
  int line() const { return line_of(table_); }

  /// Sets `value` to the number of a key, if the key is present. Throws InputError unless the
  /// number is in [least, most]. `Number` is std::int64_t or double.
  template <class Number>
  void read(std::string_view key, Number least, Number most, auto& value) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    constexpr bool kWhole = std::is_same_v<Number, std::int64_t>;
    const auto number = kWhole ? node->value_exact<Number>() : node->value<Number>();
    if (!number || !node->is_number()) fail(*node, key, kWhole ? "an integer" : "a number");
    if (!(*number >= least && *number <= most)) {
      fail(line_of(*node),
           fmt::format("'{}'{}: expected {} to {}, found {}", key, where_, least, most, *number));
    }
    value = static_cast<std::remove_reference_t<decltype(value)>>(*number);
  }

  void read(std::string_view key, bool& value) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto flag = node->value_exact<bool>();
    if (!flag) fail(*node, key, "a boolean");
    value = *flag;
  }

  std::string string(std::string_view key) const {
    const toml::node* node = find(key);
    if (node == nullptr) fail(line(), fmt::format("expected '{}'{}", key, where_));
    return string_in(*node, key);
  }

  std::string string_in(const toml::node& node, std::string_view key) const {
    const auto text = node.value_exact<std::string>();
    if (!text) fail(node, key, "a string");
    return *text;
  }

  /// Reads the name of an enumerator. `names` has the names of all enumerators in order.
  template <class Enum, std::size_t n>
  Enum one_of(const toml::node& node, std::string_view key,
              const std::array<std::string_view, n>& names) const {
    const std::string name = string_in(node, key);
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) {
      fail(line_of(node), fmt::format("'{}': expected one of {}, found {}", key,
                                      fmt::join(names, ", "), in_quotes(name)));
    }
    return static_cast<Enum>(at - names.begin());
  }

  /// Calls each(node) for the values of an array. Does nothing if the key is absent.
  void each(std::string_view key, auto&& each) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) fail(*node, key, "an array");
    for (const toml::node& value : *array) each(value);
  }

 private:
  const std::filesystem::path& file_;
  const toml::table& table_;
  std::string where_;
};

}  // namespace fairway
