#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "datasets/text.hpp"

namespace fairway {

/// Reads the tokens of a mesh file with their lines.
class MeshTokens {
 public:
  explicit MeshTokens(const TextFile& source) : source_(source), rest_(source.text()) {}

  /// The next token; empty at the end of the file.
  std::string_view next() {
    skip();
    std::size_t n = 0;
    while (n < rest_.size() && !is_space(rest_[n]) && !rest_.substr(n).starts_with("//")) ++n;
    const std::string_view token = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return token;
  }
  int line() const { return line_; }
  /// An upper bound on the number of tokens left.
  std::int64_t left() const { return static_cast<std::int64_t>(rest_.size() / 2 + 1); }

  std::string_view expect(std::string_view name) {
    const std::string_view token = next();
    if (token.empty()) {
      source_.fail(last_line(source_.text()), fmt::format("the file ends here; expected {}", name));
    }
    return token;
  }
  double coordinate(std::string_view name) {
    const std::string_view token = expect(name);
    return source_.coordinate(token, line_, name);
  }
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most) {
    const std::string_view token = expect(name);
    return source_.integer(token, line_, name, least, most);
  }
  /// Reads a count of items that take at least `tokens_each` tokens each.
  std::int64_t count(std::string_view name, std::int64_t least, std::int64_t tokens_each) {
    const std::int64_t value = integer(name, least, std::numeric_limits<std::int32_t>::max() - 1);
    if (value > left() / tokens_each) {
      source_.fail(
          line_,
          fmt::format(
              "{} {}: the rest of the file has room for at most {}; expected a smaller number",
              name, value, left() / tokens_each));
    }
    return value;
  }

 private:
  static bool is_space(char c) { return is_blank(c) || c == '\n'; }

  void skip() {
    while (!rest_.empty()) {
      if (rest_.front() == '\n') {
        ++line_;
      } else if (rest_.starts_with("//")) {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
        continue;
      } else if (!is_blank(rest_.front())) {
        return;
      }
      rest_.remove_prefix(1);
    }
  }

  const TextFile& source_;
  std::string_view rest_;
  int line_ = 1;
};

}  // namespace fairway
