#include "algorithms/search/all_pairs.hpp"

#include <cmath>
#include <sstream>
#include <string>

namespace fairway {
namespace {

constexpr double kMib = 1024 * 1024;

/// Returns a number as text without decimals, with commas between groups of three digits.
std::string grouped(double number) {
  std::ostringstream text;
  text << std::fixed;
  text.precision(0);
  text << number;
  std::string digits = text.str();
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

/// Returns a limit as text. Whole numbers get commas between groups of three digits.
std::string limit_text(double mib) {
  if (mib == std::floor(mib)) return grouped(mib);
  std::ostringstream text;
  text << mib;
  return text.str();
}

}  // namespace

AllPairs::AllPairs(std::size_t size, double limit_mib) : size_(size) {
  const double mib =
      static_cast<double>(size) * static_cast<double>(size) * double{kBytesPerPair} / kMib;
  if (!(mib <= limit_mib)) {
    throw MemoryLimitExceeded("the table of all pairs of " + grouped(static_cast<double>(size)) +
                              " vertices needs " + grouped(std::ceil(mib)) + " MiB; the limit is " +
                              limit_text(limit_mib) + " MiB (table_mb)");
  }
  costs_ = std::make_unique_for_overwrite<double[]>(size * size);
  before_ = std::make_unique_for_overwrite<Vertex[]>(size * size);
}

AllPairs::Row::Row(AllPairs& table, Vertex source)
    : costs_(&table.costs_[table.index(source, 0)]),
      before_(&table.before_[table.index(source, 0)]) {
  std::fill_n(costs_, table.size_, std::numeric_limits<double>::infinity());
  std::fill_n(before_, table.size_, kNoVertex);
}

SearchResult AllPairs::find_among(const Attachment& attachment,
                                  const std::vector<AllPairsScratch::Bounded>& rows,
                                  std::vector<Vertex>& vertices) const {
  SearchResult result;
  result.cost = attachment.direct;
  Vertex first = kNoVertex;
  Vertex last = kNoVertex;
  for (const AllPairsScratch::Bounded& row : rows) {
    if (row.bound >= result.cost) break;
    const Link& start = attachment.start[row.link];
    for (const Link& goal : attachment.goal) {
      ++result.generated;
      const double cost = start.cost + this->cost(start.vertex, goal.vertex) + goal.cost;
      if (cost >= result.cost) continue;
      result.cost = cost;
      first = start.vertex;
      last = goal.vertex;
    }
  }
  vertices.clear();
  result.found = result.cost < std::numeric_limits<double>::infinity();
  for (Vertex v = last; v != kNoVertex; v = before_[index(first, v)]) vertices.push_back(v);
  std::reverse(vertices.begin(), vertices.end());
  return result;
}

}  // namespace fairway
