#include "harness/sweep/problem_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/store/sha256.hpp"

namespace fairway {

namespace {

constexpr std::string_view kFirstLine = "fairway problems 2";
constexpr std::string_view kColumns =
    "row\tstart_x\tstart_y\tgoal_x\tgoal_y\toctile\tcentre\tcorner";
constexpr std::string_view kNothing = "-";

std::string text_of(const Certificate& certificate) {
  return certificate.truth == Truth::kReachable ? fmt::format("{}", certificate.length)
                                                : std::string(name_of(certificate.truth));
}

std::string ends_text(const CertifiedProblem& p) {
  return fmt::format("{}\t{}\t{}\t{}\t{}", p.row, p.start.x, p.start.y, p.goal.x, p.goal.y);
}

std::string problem_text(const CertifiedProblem& p) {
  return fmt::format("{}\t{}\t{}\t{}\n", ends_text(p),
                     p.octile ? fmt::format("{}", *p.octile) : std::string(kNothing),
                     text_of(p.centre), p.corner ? text_of(*p.corner) : std::string(kNothing));
}

/// The lines of the file between `map` and `hash`.
std::string definition(const ProblemSet& set) {
  std::string text = fmt::format("sha256 {}\n", set.sha256);
  const std::string read = set.read.text();
  LineReader lines(read);
  for (std::string_view line; lines.next(line);) text += fmt::format("read {}\n", line);
  return text + fmt::format("ends {}\nradius {}\n",
                            kProblemEndsNames[static_cast<std::size_t>(set.ends)], set.radius);
}

class Reader {
 public:
  explicit Reader(const TextFile& source) : source_(source), lines_(source.text()) {}

  ProblemSet read() {
    ProblemSet set;
    set.file = source_.file();
    if (next() != kFirstLine) fail(fmt::format("expected '{}'", kFirstLine));
    set.identifier = value("identifier");
    set.map = value("map");
    set.sha256 = value("sha256");
    read_ends_and_options(set);
    const std::string radius = value("radius");
    set.radius = source_.number(radius, lines_.number(), "a radius");
    if (set.radius < 0) fail(fmt::format("radius {}: expected 0 or more", radius));
    const std::string hash = value("hash");
    const int hash_line = lines_.number();
    if (next() != kColumns) fail(fmt::format("expected the columns '{}'", kColumns));
    while (lines_.next(line_)) {
      if (!is_blank(line_)) add_problem(set);
    }
    if (set.problems.empty()) fail("no problems, expected at least one");
    if (set.hash() != hash) {
      source_.fail(hash_line,
                   fmt::format("the problems have the hash {}, expected {}: the file was edited",
                               set.hash(), hash));
    }
    return set;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    source_.fail(std::max(1, lines_.number()), what);
  }

  std::string_view next() {
    if (!lines_.next(line_)) fail("the file ends early, expected a file of `fairway problems`");
    return line_;
  }

  std::string value(std::string_view key) { return value_in(next(), key); }
  std::string value_in(std::string_view line, std::string_view key) const {
    if (!line.starts_with(key) || line.size() < key.size() + 2 || line[key.size()] != ' ') {
      fail(fmt::format("{}: expected '{} VALUE'", in_quotes(line), key));
    }
    return std::string(line.substr(key.size() + 1));
  }

  void read_ends_and_options(ProblemSet& set) {
    std::string options;
    const int first = lines_.number() + 1;
    while (next().starts_with("read ")) options += value_in(line_, "read") + "\n";
    const std::string ends = value_in(line_, "ends");
    const auto at = std::ranges::find(kProblemEndsNames, ends);
    if (at == kProblemEndsNames.end()) {
      fail(
          fmt::format("ends {}: expected {}", in_quotes(ends), fmt::join(kProblemEndsNames, ", ")));
    }
    set.ends = static_cast<ProblemEndsKind>(at - kProblemEndsNames.begin());
    set.read = MapOptions::of_text(options, source_.file(), first);
  }

  void add_problem(ProblemSet& set) {
    split_columns(line_, '\t', columns_);
    constexpr std::size_t kCount = 8;
    if (columns_.size() != kCount) {
      fail(fmt::format("{} columns, expected {}: {}", columns_.size(), kCount, kColumns));
    }
    const int line = lines_.number();
    const auto point = [&](std::size_t i, std::string_view name) {
      return Point{source_.coordinate(columns_[i], line, name),
                   source_.coordinate(columns_[i + 1], line, name)};
    };
    CertifiedProblem& p = set.problems.emplace_back();
    p.line = line;
    p.row = static_cast<std::size_t>(source_.integer(columns_[0], line, "the row of a problem", 0,
                                                     std::numeric_limits<int>::max()));
    if (set.problems.size() > 1 && p.row <= set.problems[set.problems.size() - 2].row) {
      fail(fmt::format("row {}, expected ascending rows", p.row));
    }
    p.start = point(1, "a coordinate of the start");
    p.goal = point(3, "a coordinate of the goal");
    if (columns_[5] != kNothing) p.octile = length(columns_[5]);
    p.centre = certificate(columns_[6]);
    if (columns_[7] != kNothing) p.corner = certificate(columns_[7]);
    if (p.corner.has_value() == (set.ends == ProblemEndsKind::kExact)) {
      fail(fmt::format(
          "{}: expected {}", in_quotes(columns_[7]),
          p.corner ? "'-', because the ends are exact" : "a length between corners of cells"));
    }
  }

  Certificate certificate(std::string_view text) const {
    const auto at = std::find(kTruthNames.begin() + 1, kTruthNames.end(), text);
    if (at == kTruthNames.end()) return {Truth::kReachable, length(text)};
    return {static_cast<Truth>(at - kTruthNames.begin()), 0};
  }

  double length(std::string_view text) const {
    const double value = source_.number(text, lines_.number(), "a length");
    if (value < 0) fail(fmt::format("{}: expected a length, 0 or more", in_quotes(text)));
    return value;
  }

  const TextFile& source_;
  LineReader lines_;
  std::string_view line_;
  std::vector<std::string_view> columns_;
};

}  // namespace

Query ProblemSet::query(const CertifiedProblem& problem) const {
  const double shift = ends == ProblemEndsKind::kCentre ? 0.5 : 0;
  return {{problem.start.x + shift, problem.start.y + shift},
          {problem.goal.x + shift, problem.goal.y + shift}};
}

std::string ProblemSet::hash() const {
  Sha256 hash;
  hash.add(fmt::format("{}\nidentifier {}\n{}", kFirstLine, identifier, definition(*this)));
  for (const CertifiedProblem& p : problems) hash.add(problem_text(p));
  return hash.finish();
}

ProblemSet parse_problem_set(const TextFile& source) { return Reader(source).read(); }

ProblemSet read_problem_set(const std::filesystem::path& file) {
  return parse_problem_set(TextFile::read(file));
}

std::string format_problem_set(const ProblemSet& set) {
  std::string text = fmt::format("{}\nidentifier {}\nmap {}\n{}hash {}\n{}\n", kFirstLine,
                                 set.identifier, set.map, definition(set), set.hash(), kColumns);
  for (const CertifiedProblem& p : set.problems) text += problem_text(p);
  return text;
}

}  // namespace fairway
