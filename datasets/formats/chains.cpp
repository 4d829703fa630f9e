#include "datasets/formats/chains.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

namespace {

constexpr std::size_t kMostPairs = 4'000'000;

/// The ends of lines: 2 i is the first point of line i, 2 i + 1 its last.
class LineEnds {
 public:
  explicit LineEnds(const std::vector<Ring>& lines) : lines_(lines), partners_(2 * lines.size()) {}

  std::size_t size() const { return partners_.size(); }
  const Ring& line(std::size_t end) const { return lines_[end / 2]; }
  Point at(std::size_t end) const { return end % 2 == 0 ? line(end).front() : line(end).back(); }
  static std::size_t other(std::size_t end) { return end ^ 1U; }
  std::optional<std::size_t> partner(std::size_t end) const { return partners_[end]; }
  void join(std::size_t a, std::size_t b) {
    partners_[a] = b;
    partners_[b] = a;
  }

 private:
  const std::vector<Ring>& lines_;
  std::vector<std::optional<std::size_t>> partners_;
};

void join_equal_ends(LineEnds& ends, ChainReport& report) {
  std::vector<std::size_t> sorted(ends.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return ends.at(a) < ends.at(b); });
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t j = i + 1;
    while (j < sorted.size() && ends.at(sorted[j]) == ends.at(sorted[i])) ++j;
    if (j - i == 2) {
      ends.join(sorted[i], sorted[i + 1]);
      ++report.joined;
    } else if (j - i > 2) {
      ++report.junctions;
    }
    i = j;
  }
}

void join_close_ends(LineEnds& ends, double close, ChainReport& report) {
  std::vector<std::size_t> open;
  std::vector<Box> boxes;
  for (std::size_t end = 0; end < ends.size(); ++end) {
    if (ends.partner(end)) continue;
    open.push_back(end);
    boxes.push_back({ends.at(end), ends.at(end)});
  }
  const BoxTree tree(boxes);
  struct Pair {
    double distance;
    std::size_t a;
    std::size_t b;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Point p = ends.at(open[i]);
    tree.visit(Box{{p.x - close, p.y - close}, {p.x + close, p.y + close}}, [&](std::size_t j) {
      if (j <= i) return true;
      const Point q = ends.at(open[j]);
      const double gap = std::hypot(p.x - q.x, p.y - q.y);
      if (gap > close) return true;
      // A line of two points does not close by itself.
      if (open[j] == LineEnds::other(open[i]) && ends.line(open[i]).size() < 3) return true;
      pairs.push_back({gap, open[i], open[j]});
      if (pairs.size() > kMostPairs) {
        throw std::length_error("more than 4000000 pairs of ends are so close");
      }
      return true;
    });
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& p, const Pair& q) {
    return std::tie(p.distance, p.a, p.b) < std::tie(q.distance, q.a, q.b);
  });
  for (const Pair& pair : pairs) {
    if (ends.partner(pair.a) || ends.partner(pair.b)) continue;
    ends.join(pair.a, pair.b);
    ++(pair.distance == 0 ? report.joined : report.gaps);
    report.longest_gap = std::max(report.longest_gap, pair.distance);
  }
}

void append_line(const LineEnds& ends, std::size_t from, Ring& points) {
  const auto append = [&](Point p) {
    if (points.empty() || points.back() != p) points.push_back(p);
  };
  const Ring& line = ends.line(from);
  if (from % 2 == 0) {
    std::for_each(line.begin(), line.end(), append);
  } else {
    std::for_each(line.rbegin(), line.rend(), append);
  }
}

}  // namespace

std::vector<Chain> join_chains(std::vector<Ring> lines, double close, ChainReport& report) {
  report = {};
  LineEnds ends(lines);
  join_equal_ends(ends, report);
  if (close > 0) join_close_ends(ends, close, report);

  std::vector<Chain> chains;
  std::vector<bool> used(lines.size(), false);
  const auto follow = [&](std::size_t start) {
    if (used[start / 2]) return;
    Chain& chain = chains.emplace_back();
    std::size_t end = start;
    while (true) {
      used[end / 2] = true;
      append_line(ends, end, chain.points);
      const auto next = ends.partner(LineEnds::other(end));
      if (!next) return;
      if (used[*next / 2]) break;
      end = *next;
    }
    chain.closed = true;
    if (chain.points.size() > 1 && chain.points.front() == chain.points.back()) {
      chain.points.pop_back();
    }
  };
  for (std::size_t end = 0; end < ends.size(); ++end) {
    if (!ends.partner(end)) follow(end);
  }
  for (std::size_t end = 0; end < ends.size(); end += 2) follow(end);
  return chains;
}

}  // namespace fairway
