#include "algorithms/representations/clearance_disks/clearance_disks.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/straight_path.hpp"

namespace fairway {
namespace {

bool is_in(Point p, const ClearanceDisks::Disk& disk, double share) {
  const double reach = share * disk.radius;
  return squared_distance(p, disk.centre) <= reach * reach;
}

Box box_of_disk(const ClearanceDisks::Disk& disk) {
  const Point reach{disk.radius, disk.radius};
  return {disk.centre - reach, disk.centre + reach};
}

}  // namespace

ClearanceDisks::ClearanceDisks(const FreeSpace& space) : walls_(space), fans_(space) {}

ClearanceDisks ClearanceDisks::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  LapClock clock;
  ClearanceDisks result(space);
  result.add_disks(space, options);
  result.report_.phases.push_back({"disks", clock.lap()});
  result.link_disks();
  result.report_.components = label_components(result.graph_, result.components_);
  result.report_.phases.push_back({"links", clock.lap()});
  return result;
}

void ClearanceDisks::add_disks(const FreeSpace& space, const Options& options) {
  constexpr double kDeep = 0.5;  // fraction of the radius; see build()
  std::mt19937_64 random(static_cast<std::uint64_t>(options.seed));
  const auto covered = [&](Point p, double share) {
    return std::any_of(disks_.begin(), disks_.end(),
                       [&](const Disk& disk) { return is_in(p, disk, share); });
  };
  draw_points(space, options.samples, random, [&](Point p) {
    if (covered(p, kDeep)) return;
    const Point centre = walls_.retract(p);
    if (covered(centre, kDeep)) return;
    const double radius = walls_.of(centre);
    if (radius > clearance_for(0)) disks_.push_back({centre, radius});
  });
  disks_.shrink_to_fit();
  constexpr int kPoints = 1024;
  int points = 0;
  int inside = 0;
  draw_points(space, kPoints, random, [&](Point p) {
    ++points;
    inside += covered(p, 1) ? 1 : 0;
  });
  if (points > 0) report_.covered_area = space.area() * inside / points;
}

void ClearanceDisks::link_disks() {
  std::vector<Box> boxes;
  for (const Disk& disk : disks_) boxes.push_back(box_of_disk(disk));
  tree_ = BoxTree(boxes);
  CsrGraph::Builder builder;
  std::vector<std::pair<double, Vertex>> row;
  for (std::size_t v = 0; v < disks_.size(); ++v) {
    row.clear();
    tree_.visit(boxes[v], [&](std::size_t w) {
      const double between = v == w ? 0 : width(disks_[v], disks_[w]);
      if (between >= clearance_for(0)) row.emplace_back(-between, static_cast<Vertex>(w));
      return true;
    });
    std::sort(row.begin(), row.end());
    for (const auto& [negative, w] : row) {
      builder.add(w, distance(disks_[v].centre, position(w)));
      widths_.push_back(-negative);
    }
    builder.end_row();
  }
  graph_ = std::move(builder).build();
  widths_.shrink_to_fit();
}

double ClearanceDisks::width(const Disk& a, const Disk& b) {
  const double gap = distance(a.centre, b.centre);
  if (gap >= a.radius + b.radius) return 0;
  const double least = std::min(a.radius, b.radius);
  const double square = a.radius * a.radius;
  // Distance from the centre of a to the common chord.
  const double chord = gap > 0 ? (gap * gap + square - b.radius * b.radius) / (2 * gap) : 0;
  if (chord <= 0 || chord >= gap) return least;
  // The rounding error of the difference below is less than kRounding times (square + gap * gap).
  constexpr double kRounding = 1e-12;
  return std::sqrt(std::max(0.0, square - chord * chord - kRounding * (square + gap * gap)));
}

/// Returns a safe distance from walls. A point that is at least this far from all walls lies in the
/// world eroded by `radius`.
double ClearanceDisks::clearance_for(double radius) const {
  constexpr double kMargins = 4;
  return (1 + kErosionLoss) * radius + kMargins * fans_.distance(0);
}

AttachStatus ClearanceDisks::attach(const Location& start, const Location& goal, double radius,
                                    Scratch&, Attachment& attachment) const {
  attachment.clear();
  const Disk from{start.point, walls_.of(start.point)};
  const Disk to{goal.point, walls_.of(goal.point)};
  const double apart = fans_.distance(radius);
  if (radius > 0 && !fans_.fits(from.centre, apart)) return AttachStatus::kStartBlocked;
  if (radius > 0 && !fans_.fits(to.centre, apart)) return AttachStatus::kGoalBlocked;
  const double least = clearance_for(radius);
  link(from, least, attachment.start);
  link(to, least, attachment.goal);
  if (width(from, to) >= least) attachment.direct = distance(from.centre, to.centre);
  return status_of(attachment);
}

void ClearanceDisks::link(const Disk& end, double least, std::vector<Link>& links) const {
  if (tree_.empty()) return;
  tree_.visit(box_of_disk(end), [&](std::size_t w) {
    if (width(end, disks_[w]) >= least) {
      links.push_back({static_cast<Vertex>(w), distance(end.centre, disks_[w].centre)});
    }
    return true;
  });
}

void ClearanceDisks::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

std::size_t ClearanceDisks::memory_bytes() const {
  return heap_bytes(walls_, fans_, disks_, tree_, graph_, widths_, components_);
}

std::array<Point, 16> ClearanceDisks::corners_of(const Disk& disk) {
  std::array<Point, 16> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double angle = static_cast<double>(i) * std::numbers::pi / 8;
    corners[i] = disk.centre + disk.radius * Point{std::cos(angle), std::sin(angle)};
  }
  return corners;
}

}  // namespace fairway
