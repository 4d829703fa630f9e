#include "algorithms/changing_space/changing_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

void append_pieces(std::span<const Point> line, std::vector<ChangingCuts::Piece>& pieces) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    pieces.push_back(std::minmax(line[i - 1], line[i]));
  }
}

}  // namespace

ChangingCuts::EdgeId ChangingCuts::add(Point from, Point to) {
  auto e = static_cast<EdgeId>(edges_.size());
  if (free_.empty()) {
    edges_.emplace_back();
  } else {
    e = free_.back();
    free_.pop_back();
  }
  edge(e) = {{from, to}, {}, false, -1};
  fresh_.push_back(e);
  return e;
}

void ChangingCuts::remove(EdgeId e) {
  if (edge(e).cut) {
    boxes_.remove({box_of_edge(edge(e)), e});
    edge(e).cut = false;
    dead_.push_back(e);
    return;
  }
  fresh_.erase(std::ranges::find(fresh_, e));
  free_.push_back(e);
}

/// The ends of an edge's pieces after `round` rounds of the last update().
const ChangingCuts::Line& ChangingCuts::kept_line(const Edge& e, int round) {
  if (round == 0 || e.rounds.empty()) return e.ends;
  return e.rounds[std::min(static_cast<std::size_t>(round), e.rounds.size()) - 1];
}

/// The ends of an edge's pieces after `round` rounds of the running update().
const ChangingCuts::Line& ChangingCuts::line(EdgeId e, int round) const {
  const Edge& kept = edge(e);
  if (kept.work < 0) return kept_line(kept, round);
  const Work& work = works_[static_cast<std::size_t>(kept.work)];
  return round == 0 ? kept.ends : work.rounds[static_cast<std::size_t>(round) - 1];
}

/// Schedules an edge to be cut again. Precondition: the results of its first `rounds` rounds are
/// unchanged.
void ChangingCuts::begin_work(EdgeId e, int rounds) {
  Edge& kept = edge(e);
  if (kept.work >= 0) return;
  kept.work = static_cast<std::int32_t>(works_.size());
  Work& work = works_.emplace_back(Work{e});
  boxes_.visit(box_of_edge(kept), [&](EdgeId other) { work.near.push_back(other); });
  for (int r = 1; r <= rounds; ++r) work.rounds.push_back(kept_line(kept, r));
}

void ChangingCuts::begin_near(const Box& box, int rounds) {
  std::vector<EdgeId> near;
  boxes_.visit(box, [&](EdgeId other) { near.push_back(other); });
  for (const EdgeId e : near) begin_work(e, rounds);
}

double ChangingCuts::largest_coordinate() const {
  double largest = 0;
  for (const Work& work : works_) {
    for (const Point p : edge(work.edge).ends) {
      largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
    }
  }
  return largest;
}

/// Number of pieces of the edges in works_ after `round` rounds.
std::size_t ChangingCuts::piece_count(int round) const {
  std::size_t count = 0;
  for (const Work& work : works_) count += line(work.edge, round).size() - 1;
  return count;
}

/// Cuts an edge in one more round. `after` receives the ends of its pieces after this round.
/// Returns whether the edge meets another edge except at ends of pieces.
bool ChangingCuts::cut_round(const Work& work, int round, double grid, Line& after) const {
  const Line& before = line(work.edge, round);
  bool met = false;
  Line cuts;
  after.assign(1, before.front());
  for (std::size_t i = 1; i < before.size(); ++i) {
    const RingEdge piece{before[i - 1], before[i], 0};
    const Box box = box_of(piece.from, piece.to);
    cuts.clear();
    for (const EdgeId other : work.near) {
      if (!overlap(box, box_of_edge(edge(other)))) continue;
      const Line& others = line(other, round);
      for (std::size_t j = 1; j < others.size(); ++j) {
        if (other == work.edge && j == i) continue;
        const RingEdge against{others[j - 1], others[j], 0};
        if (!overlap(box, box_of(against.from, against.to))) continue;
        if (cross_properly(piece.from, piece.to, against.from, against.to)) {
          cuts.push_back(crossing_of(piece, against, grid));
          continue;
        }
        for (const Point p : {against.from, against.to}) {
          if (lies_inside(p, piece)) cuts.push_back(p);
        }
        met = met || lies_inside(piece.from, against) || lies_inside(piece.to, against);
      }
    }
    met = met || !cuts.empty();
    std::ranges::sort(cuts, [&](Point p, Point q) { return comes_first(piece, p, q); });
    for (const Point p : cuts) {
      if (p != after.back() && p != piece.to) after.push_back(p);
    }
    after.push_back(piece.to);
  }
  return met;
}

/// If `all` is true, cuts all edges and returns true. If `all` is false, cuts only the edges that
/// may have changed, but returns false as soon as a round needs a grid. (The grid depends on all
/// edges.)
bool ChangingCuts::cut_all(bool all) {
  for (const Work& work : works_) edge(work.edge).work = -1;
  works_.clear();
  if (all) {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (edges_[e].cut) begin_work(static_cast<EdgeId>(e), 0);
    }
  }
  for (const EdgeId e : dead_) begin_near(box_of_edge(edge(e)), 0);
  for (const EdgeId e : fresh_) begin_near(box_of_edge(edge(e)), 0);

  const double largest = all ? largest_coordinate() : 0;
  auto most = std::numeric_limits<std::size_t>::max();
  std::vector<Line> after;
  for (int round = 0;; ++round) {
    if (all && round == kRoundsOfDoubles) most = most_pieces(piece_count(round));
    if (round == kMostRounds || (all && piece_count(round) > most)) throw cutting_does_not_end();
    after.assign(works_.size(), {});
    bool met = false;
    for (std::size_t i = 0; i < works_.size(); ++i) {
      met = cut_round(works_[i], round, cutting_grid(round, largest), after[i]) || met;
    }
    if (!met && (all || round >= most_rounds_)) {
      most_rounds_ = round;
      coarse_ = round > kRoundsOfDoubles;
      return true;
    }
    if (!all && round == kRoundsOfDoubles) return false;
    for (std::size_t i = 0; i < after.size(); ++i) works_[i].rounds.push_back(std::move(after[i]));
    for (std::size_t i = 0, count = works_.size(); i < count && !all; ++i) {
      const Edge& kept = edge(works_[i].edge);
      if (!kept.cut || works_[i].spread || works_[i].rounds.back() == kept_line(kept, round + 1)) {
        continue;
      }
      works_[i].spread = true;
      begin_near(box_of_edge(kept), round + 1);
    }
  }
}

ChangingCuts::Change ChangingCuts::finish() {
  Change all;
  for (const EdgeId e : dead_) {
    append_pieces(kept_line(edge(e), kMostRounds), all.gone);
    edge(e) = {};
    free_.push_back(e);
  }
  for (Work& work : works_) {
    Edge& kept = edge(work.edge);
    kept.work = -1;
    while (!work.rounds.empty() &&
           work.rounds.back() ==
               (work.rounds.size() == 1 ? kept.ends : work.rounds[work.rounds.size() - 2])) {
      work.rounds.pop_back();
    }
    if (kept.cut) append_pieces(kept_line(kept, kMostRounds), all.gone);
    kept.rounds = std::move(work.rounds);
    kept.cut = true;
    append_pieces(kept_line(kept, kMostRounds), all.come);
  }
  works_.clear();
  fresh_.clear();
  dead_.clear();
  std::ranges::sort(all.gone);
  std::ranges::sort(all.come);
  Change change;
  std::ranges::set_difference(all.gone, all.come, std::back_inserter(change.gone));
  std::ranges::set_difference(all.come, all.gone, std::back_inserter(change.come));
  return change;
}

ChangingCuts::Change ChangingCuts::update() {
  std::vector<ChangingBoxes::Item> items;
  for (const EdgeId e : fresh_) items.push_back({box_of_edge(edge(e)), e});
  boxes_.insert(items);
  if (coarse_ || !cut_all(false)) cut_all(true);
  return finish();
}

std::size_t ChangingCuts::memory_bytes() const {
  std::size_t bytes = edges_.capacity() * sizeof(Edge) + boxes_.memory_bytes() +
                      (free_.capacity() + fresh_.capacity() + dead_.capacity()) * sizeof(EdgeId);
  for (const Edge& e : edges_) {
    bytes += e.ends.capacity() * sizeof(Point) + e.rounds.capacity() * sizeof(Line);
    for (const Line& line : e.rounds) bytes += line.capacity() * sizeof(Point);
  }
  return bytes;
}

}  // namespace fairway
