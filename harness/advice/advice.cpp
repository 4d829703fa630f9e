#include "harness/advice/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "datasets/json_tree.hpp"

namespace fairway {

namespace {

constexpr std::string_view kFormat = "fairway advice";
constexpr int kVersion = 1;
/// Half the width of the central 80 % interval of a normal distribution, in standard deviations.
constexpr double kReach = 1.2815515655446004;

class ModelReader {
 public:
  explicit ModelReader(const TextFile& source) : source_(source), tree_(JsonTree::parse(source)) {}

  AdviceModel read() {
    if (tree_.kind(kRoot) != Kind::kObject || text(kRoot, "format") != kFormat) {
      source_.fail(1, "expected a model written by scripts/advice.py");
    }
    if (number(kRoot, "version") != kVersion) {
      source_.fail(1, fmt::format("a model of another version, expected version {}", kVersion));
    }
    const Node names = member(kRoot, "predictors", Kind::kArray, "a list of names");
    std::size_t count = 0;
    for (Node n = tree_.begin(names); n != tree_.end(names); n = tree_.after(n), ++count) {
      if (tree_.kind(n) != Kind::kString || count >= kPredictorNames.size() ||
          tree_.string(n) != kPredictorNames[count]) {
        fail_of_predictors(n);
      }
    }
    if (count != kPredictorNames.size()) fail_of_predictors(names);
    AdviceModel model;
    model.measured = text(kRoot, "measured");
    const Node methods = member(kRoot, "methods", Kind::kArray, "a list of methods");
    for (Node n = tree_.begin(methods); n != tree_.end(methods); n = tree_.after(n)) {
      if (tree_.kind(n) != Kind::kObject) fail(n, "expected a method, which is an object");
      model.methods.push_back(method(n));
    }
    return model;
  }

 private:
  using Node = JsonTree::Node;
  using Kind = JsonTree::Kind;
  static constexpr Node kRoot = JsonTree::kRoot;

  [[noreturn]] void fail(Node n, const std::string& what) const {
    source_.fail(tree_.line(n), what);
  }
  [[noreturn]] void fail_of_predictors(Node n) const {
    fail(n, fmt::format("other predictors than this program, expected {}",
                        fmt::join(kPredictorNames, ", ")));
  }

  Node member(Node object, std::string_view key, Kind kind, std::string_view what) const {
    const Node n = tree_.member(object, key);
    if (n == kRoot || tree_.kind(n) != kind) {
      fail(n == kRoot ? object : n, fmt::format("expected \"{}\", {}", key, what));
    }
    return n;
  }
  std::string text(Node object, std::string_view key) const {
    return std::string(tree_.string(member(object, key, Kind::kString, "a text")));
  }
  double number(Node object, std::string_view key) const {
    return tree_.number(member(object, key, Kind::kNumber, "a number"));
  }

  MethodModel method(Node object) const {
    MethodModel model;
    model.method = text(object, "name");
    const double maps = number(object, "maps");
    if (!(maps >= 1 && maps <= 1e6)) fail(object, "expected \"maps\" of 1 or more");
    model.maps = static_cast<int>(maps);
    for (std::size_t t = 0; t < kTargetNames.size(); ++t) {
      const Node target = member(object, kTargetNames[t], Kind::kObject, "a model");
      LinearModel& linear = model.targets[t];
      linear.intercept = number(target, "intercept");
      linear.spread = number(target, "spread");
      if (linear.spread < 0) fail(target, "expected \"spread\" of 0 or more");
      const Node list = member(target, "coefficients", Kind::kArray, "a list of numbers");
      if (tree_.child_count(list) != linear.coefficients.size()) {
        fail(list, fmt::format("expected {} coefficients", linear.coefficients.size()));
      }
      auto coefficient = linear.coefficients.begin();
      for (Node n = tree_.begin(list); n != tree_.end(list); n = tree_.after(n)) {
        if (tree_.kind(n) != Kind::kNumber) fail(n, "expected a number");
        *coefficient++ = tree_.number(n);
      }
    }
    return model;
  }

  const TextFile& source_;
  JsonTree tree_;
};

/// The probability that a normally distributed value is at most `limit`. `spread` is the standard
/// deviation.
double chance_below(double limit, double mean, double spread) {
  constexpr double kRounding = 1e-9;
  if (spread == 0) return mean <= limit + kRounding ? 1 : 0;
  return 0.5 * std::erfc((mean - limit) / (spread * std::sqrt(2.0)));
}

Advised predict(const MethodModel& model, const Predictors& predictors, const Needs& needs) {
  const auto target = [&](Target t) -> const LinearModel& {
    return model.targets[static_cast<std::size_t>(t)];
  };
  const auto value = [&](Target t) { return target(t).at(predictors); };
  Advised advised;
  advised.method = model.method;
  advised.maps = model.maps;
  const double query = value(Target::kQueryNs);
  const double reach = kReach * target(Target::kQueryNs).spread;
  advised.query_ns = std::exp(query);
  advised.query_low = std::exp(query - reach);
  advised.query_high = std::exp(query + reach);
  advised.build_ns = std::exp(value(Target::kBuildNs));
  advised.bytes = std::exp(value(Target::kBytes));
  advised.gap = std::max(0.0, std::exp(value(Target::kGap)) - kGapShift);
  advised.answered = std::clamp(value(Target::kAnswered), 0.0, 1.0);
  advised.chance = 1;
  if (needs.memory) {
    advised.chance *=
        chance_below(std::log(*needs.memory), value(Target::kBytes), target(Target::kBytes).spread);
  }
  if (needs.gap) {
    advised.chance *= chance_below(std::log(*needs.gap + kGapShift), value(Target::kGap),
                                   target(Target::kGap).spread);
  }
  advised.cost_ns = advised.query_ns + (needs.queries ? advised.build_ns / *needs.queries : 0);
  return advised;
}

/// Returns the registered method with this name. Returns null if the name is unknown or the method
/// does not support the world.
const Method* supported(const Registry& registry, const FreeSpace& space, const std::string& name) {
  for (const RegisteredAdapter& adapter : registry.adapters()) {
    for (const Method& method : adapter.methods) {
      if (method.name == name) return adapter.supports(space, method) ? &method : nullptr;
    }
  }
  return nullptr;
}

}  // namespace

double LinearModel::at(const Predictors& predictors) const {
  double sum = intercept;
  for (std::size_t i = 0; i < predictors.size(); ++i) sum += coefficients[i] * predictors[i];
  return sum;
}

AdviceModel parse_advice_model(const TextFile& source) { return ModelReader(source).read(); }

bool is_advised(const Advised& method) {
  return method.chance >= kLeastChance && method.answered >= kLeastAnswered;
}

std::vector<Advised> advise(const AdviceModel& model, const FreeSpace& space,
                            const Predictors& predictors, const Needs& needs,
                            const Registry& registry) {
  std::vector<Advised> ranked;
  for (const MethodModel& method : model.methods) {
    if (supported(registry, space, method.method) != nullptr) {
      ranked.push_back(predict(method, predictors, needs));
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Advised& a, const Advised& b) {
    const bool first = is_advised(a);
    if (first != is_advised(b)) return first;
    return first || a.chance == b.chance ? a.cost_ns < b.cost_ns : a.chance > b.chance;
  });
  return ranked;
}

}  // namespace fairway
