#include "datasets/formats/doom_sectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/geometry/point_numbers.hpp"

namespace fairway {

namespace {

std::size_t index_of(std::int32_t i) { return static_cast<std::size_t>(i); }

/// The lines of one sector as a graph. Each distinct position of a line end is a node.
class SectorBorder {
 public:
  explicit SectorBorder(std::span<const std::pair<Point, Point>> lines)
      : ends_(points_of(lines)), links_(ends_.points().size()), degrees_(links_.size()) {
    for (const auto& [from, to] : lines) {
      if (from == to) continue;
      const std::array line{ends_.number(from), ends_.number(to)};
      for (const std::int32_t end : line) {
        links_[index_of(end)].push_back(lines_.size());
        ++degrees_[index_of(end)];
      }
      lines_.push_back(line);
    }
    used_.assign(lines_.size(), false);
  }

  /// Removes lines at nodes with only one line, until no such node is left. Returns the number of
  /// removed lines.
  std::size_t drop_open_ends() {
    std::vector<std::int32_t> open;
    for (std::size_t v = 0; v < degrees_.size(); ++v) {
      if (degrees_[v] == 1) open.push_back(static_cast<std::int32_t>(v));
    }
    std::size_t dropped = 0;
    while (!open.empty()) {
      const std::int32_t end = open.back();
      open.pop_back();
      if (degrees_[index_of(end)] != 1) continue;
      const std::int32_t other = take_line(end);
      ++dropped;
      if (degrees_[index_of(other)] == 1) open.push_back(other);
    }
    return dropped;
  }

  /// Whether an even number of lines meet at every node.
  bool closes() const {
    return std::ranges::all_of(degrees_, [](std::size_t degree) { return degree % 2 == 0; });
  }

  /// Removes all lines and returns them as rings. Precondition: closes() is true.
  std::vector<Ring> take_rings() {
    std::vector<Ring> rings;
    for (std::size_t v = 0; v < degrees_.size(); ++v) {
      const auto start = static_cast<std::int32_t>(v);
      while (degrees_[v] > 0) {
        Ring& ring = rings.emplace_back();
        std::int32_t here = start;
        do {
          ring.push_back(ends_.point(here));
          here = take_line(here);
        } while (here != start);
      }
    }
    return rings;
  }

 private:
  static PointNumbers points_of(std::span<const std::pair<Point, Point>> lines) {
    std::vector<Point> points;
    for (const auto& [from, to] : lines) points.insert(points.end(), {from, to});
    return PointNumbers::ascending(std::move(points));
  }

  /// Removes a line at the node `end`. Returns the other end of the line.
  std::int32_t take_line(std::int32_t end) {
    auto& links = links_[index_of(end)];
    while (used_[links.back()]) links.pop_back();
    const std::size_t line = links.back();
    used_[line] = true;
    for (const std::int32_t v : lines_[line]) --degrees_[index_of(v)];
    return lines_[line][0] == end ? lines_[line][1] : lines_[line][0];
  }

  PointNumbers ends_;
  std::vector<std::vector<std::size_t>> links_;  ///< lines at each node
  std::vector<std::size_t> degrees_;             ///< number of remaining lines at each node
  std::vector<std::array<std::int32_t, 2>> lines_;
  std::vector<bool> used_;
};

void note_sectors(const std::vector<std::size_t>& sectors, std::string_view what,
                  std::vector<std::string>& notes) {
  constexpr std::size_t kMostNamed = 20;
  if (sectors.empty()) return;
  const auto named = std::span(sectors).first(std::min(sectors.size(), kMostNamed));
  notes.push_back(fmt::format("Sectors {}: {} (number {}{}).", what, sectors.size(),
                              fmt::join(named, ", "), sectors.size() > kMostNamed ? ", ..." : ""));
}

}  // namespace

CutCounts split_lines(DoomLevel& level) {
  const auto end = [&](int vertex) { return level.vertices[index_of(vertex)]; };
  std::vector<DoomLevel::Line> lines;
  for (const DoomLevel::Line& line : level.lines) {
    if (end(line.from) != end(line.to)) lines.push_back(line);
  }
  // Lines with the same two ends are split as one line. Otherwise rounding could separate their
  // crossings.
  const auto place = [&](const DoomLevel::Line& line) {
    const Point from = end(line.from);
    const Point to = end(line.to);
    return from < to ? std::pair(from, to) : std::pair(to, from);
  };
  const auto in_order = [&](const DoomLevel::Line& a, const DoomLevel::Line& b) {
    return place(a) < place(b);
  };
  std::stable_sort(lines.begin(), lines.end(), in_order);
  std::vector<RingEdge> pieces;
  std::vector<std::size_t> begins;  // index of the first line of each group with equal ends
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && !in_order(lines[i - 1], lines[i])) continue;
    const auto [low, high] = place(lines[i]);
    pieces.push_back({low, high, static_cast<std::int32_t>(begins.size())});
    begins.push_back(i);
  }
  begins.push_back(lines.size());
  const CutCounts cuts = cut_at_meetings(pieces);

  std::vector<Point> vertices;
  level.lines.clear();
  for (const RingEdge& piece : pieces) {
    const int low = static_cast<int>(vertices.size());
    vertices.insert(vertices.end(), {piece.from, piece.to});
    for (std::size_t i = begins[index_of(piece.ring)]; i < begins[index_of(piece.ring) + 1]; ++i) {
      const bool upwards = end(lines[i].from) < end(lines[i].to);
      DoomLevel::Line& line = level.lines.emplace_back(lines[i]);
      line.from = upwards ? low : low + 1;
      line.to = upwards ? low + 1 : low;
    }
  }
  level.vertices = std::move(vertices);
  return cuts;
}

SectorAreas areas_of_sectors(const DoomLevel& level) {
  std::vector<std::vector<std::pair<Point, Point>>> lines(level.sectors.size());
  std::vector<bool> inner(level.sectors.size(), false);
  for (const DoomLevel::Line& line : level.lines) {
    if (line.right == line.left) {
      inner[index_of(line.right)] = true;
      continue;
    }
    for (const int sector : {line.right, line.left}) {
      if (sector == DoomLevel::kNone) continue;
      lines[index_of(sector)].emplace_back(level.vertices[index_of(line.from)],
                                           level.vertices[index_of(line.to)]);
    }
  }
  SectorAreas result;
  std::vector<std::size_t> only_inner;
  std::vector<std::size_t> unused;
  std::vector<std::size_t> ragged;
  std::vector<std::size_t> unclosed;
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Area& area = result.areas.emplace_back();
    if (lines[i].empty()) (inner[i] ? only_inner : unused).push_back(i);
    SectorBorder border(lines[i]);
    if (!border.closes()) {
      if (const std::size_t open = border.drop_open_ends(); open > 0) {
        dropped += open;
        ragged.push_back(i);
      }
      if (!border.closes()) {
        unclosed.push_back(i);
        continue;
      }
    }
    area.rings = border.take_rings();
  }
  note_sectors(unused, "without lines", result.notes);
  note_sectors(only_inner, "on both sides of all their lines, and therefore without area",
               result.notes);
  note_sectors(ragged,
               fmt::format("with open ends, where {} left out",
                           dropped == 1 ? "1 line was" : fmt::format("{} lines were", dropped)),
               result.notes);
  note_sectors(unclosed, "with an open border, and therefore not free", result.notes);
  return result;
}

}  // namespace fairway
