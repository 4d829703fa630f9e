#include "datasets/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/iterator/iterator_facade.hpp>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// The position of the parser in the text. To find the end of a number, the parser reads one more
/// character, which may be a line end. A line end advances `line`, but not `significant_line`.
/// After a number, `significant_line` is therefore the line of the number.
struct Cursor {
  int line = 1;              ///< line of the next character
  int significant_line = 1;  ///< line of the last character that was not blank
};

class CountingIterator : public boost::iterator_facade<CountingIterator, const char,
                                                       boost::single_pass_traversal_tag> {
 public:
  CountingIterator(const char* at, Cursor* cursor) : at_(at), cursor_(cursor) {}

 private:
  friend class boost::iterator_core_access;
  const char& dereference() const { return *at_; }
  void increment() {
    if (*at_ == '\n') {
      ++cursor_->line;
    } else if (!is_blank(*at_)) {
      cursor_->significant_line = cursor_->line;
    }
    ++at_;
  }
  bool equal(const CountingIterator& other) const { return at_ == other.at_; }

  const char* at_;
  Cursor* cursor_;
};

}  // namespace

/// Builds a JsonTree from the events of nlohmann's parser.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(const TextFile& source, const Cursor& cursor, JsonTree& tree)
      : source_(source), cursor_(cursor), tree_(tree) {}

  bool null() { return add(JsonTree::Kind::kNull); }
  bool boolean(bool value) {
    add(JsonTree::Kind::kBool);
    tree_.nodes_.back().number = value ? 1 : 0;
    return true;
  }
  bool number_integer(std::int64_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return add_number(value); }
  bool string(std::string& value) {
    add(JsonTree::Kind::kString);
    tree_.nodes_.back().string = static_cast<std::uint32_t>(tree_.strings_.size());
    tree_.strings_.push_back(std::move(value));
    return true;
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(JsonTree::Kind::kObject); }
  bool start_array(std::size_t) { return open(JsonTree::Kind::kArray); }
  bool key(std::string& value) { return string(value); }
  bool end_object() {
    close();
    expect_different_keys(closed_);
    return true;
  }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string& last_token,
                   const nlohmann::detail::exception& e) {
    const std::string_view what = e.what();
    const bool overflow = what.find("number overflow") != std::string_view::npos;
    source_.fail(cursor_.significant_line,
                 overflow ? fmt::format("number {} is too big; expected a finite number",
                                        in_quotes(last_token))
                          : fmt::format("invalid JSON: {}", explanation(what, last_token)));
  }

 private:
  /// Returns the part of the parser's message `what` that begins with "syntax error". Shortens the
  /// token that the message quotes, because the token may be as long as the file.
  static std::string explanation(std::string_view what, const std::string& last_token) {
    const std::size_t at = what.find("syntax error");
    std::string text(at == std::string_view::npos ? what : what.substr(at));
    const std::string quoted = "'" + last_token + "'";
    if (const std::size_t token = text.find(quoted); token != std::string::npos) {
      text.replace(token, quoted.size(), in_quotes(last_token));
    }
    if (text.find("expected") == std::string::npos) text += "; expected a JSON value";
    return text;
  }

  bool add(JsonTree::Kind kind) {
    if (tree_.nodes_.size() == std::numeric_limits<JsonTree::Node>::max()) {
      source_.fail(cursor_.significant_line, "more than 2^32 values; expected fewer");
    }
    tree_.nodes_.emplace_back();
    tree_.nodes_.back().kind = kind;
    tree_.nodes_.back().line = cursor_.significant_line;
    tree_.nodes_.back().after = static_cast<JsonTree::Node>(tree_.nodes_.size());
    return true;
  }

  bool add_number(double value) {
    add(JsonTree::Kind::kNumber);
    tree_.nodes_.back().number = value;
    return true;
  }

  bool open(JsonTree::Kind kind) {
    if (open_.size() == static_cast<std::size_t>(JsonTree::kMaxDepth)) {
      source_.fail(
          cursor_.significant_line,
          fmt::format("nested deeper than {} levels; expected fewer", JsonTree::kMaxDepth));
    }
    open_.push_back(static_cast<JsonTree::Node>(tree_.nodes_.size()));
    return add(kind);
  }

  bool close() {
    closed_ = open_.back();
    tree_.nodes_[closed_].after = static_cast<JsonTree::Node>(tree_.nodes_.size());
    open_.pop_back();
    return true;
  }

  /// Throws InputError if an object has two equal keys. O(k log k) for k members.
  void expect_different_keys(JsonTree::Node object) {
    keys_.clear();
    for (JsonTree::Node k = tree_.begin(object); k != tree_.end(object);) {
      keys_.push_back(k);
      k = tree_.after(tree_.after(k));
    }
    const auto text = [&](JsonTree::Node k) { return tree_.string(k); };
    std::ranges::stable_sort(keys_, {}, text);
    const auto twin = std::ranges::adjacent_find(keys_, {}, text);
    if (twin == keys_.end()) return;
    source_.fail(
        tree_.line(*std::next(twin)),
        fmt::format("a second member {} of one object; expected one", in_quotes(text(*twin))));
  }

  const TextFile& source_;
  const Cursor& cursor_;
  JsonTree& tree_;
  std::vector<JsonTree::Node> open_;
  JsonTree::Node closed_ = 0;         ///< last array or object that ended
  std::vector<JsonTree::Node> keys_;  ///< keys of an object that ended
};

JsonTree JsonTree::parse(const TextFile& source) {
  JsonTree tree;
  Cursor cursor;
  JsonTreeBuilder builder(source, cursor, tree);
  const std::string_view text = source.text();
  nlohmann::json::sax_parse(CountingIterator(text.data(), &cursor),
                            CountingIterator(text.data() + text.size(), &cursor), &builder);
  return tree;
}

double JsonTree::coordinate(const TextFile& source, Node n) const {
  if (kind(n) != Kind::kNumber) source.fail(line(n), "expected a coordinate, a number");
  const double value = number(n);
  if (!is_coordinate(value)) {
    source.fail(line(n), fmt::format("coordinate {}: expected zero or a magnitude from {} to {}",
                                     value, kMinInputCoordinate, kMaxCoordinate));
  }
  return value;
}

std::size_t JsonTree::child_count(Node n) const {
  std::size_t count = 0;
  for (Node c = begin(n); c != end(n); c = after(c)) ++count;
  return count;
}

JsonTree::Node JsonTree::member(Node object, std::string_view key) const {
  for (Node k = begin(object); k != end(object);) {
    const Node value = after(k);
    if (string(k) == key) return value;
    k = after(value);
  }
  return kRoot;
}

}  // namespace fairway
