#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/text.hpp"
#include "harness/advice/map_features.hpp"

namespace fairway {

/// A quantity that a model predicts for a method on a map: the logarithm of a time or size, the
/// logarithm of gap + kGapShift, or the share of reachable queries that are answered.
enum class Target : std::uint8_t { kQueryNs, kBuildNs, kBytes, kGap, kAnswered };
inline constexpr std::array<std::string_view, 5> kTargetNames{"query_ns", "build_ns", "bytes",
                                                              "gap", "answered"};
/// Added to gaps before the logarithm, because exact methods have gap 0.
inline constexpr double kGapShift = 1e-4;

/// A linear model of one target of a method.
struct LinearModel {
  double intercept = 0;
  Predictors coefficients = {};
  double spread = 0;  ///< standard deviation of the errors on maps left out of the fit

  double at(const Predictors& predictors) const;
};

/// The models of one method, one model per target.
struct MethodModel {
  std::string method;
  int maps = 0;  ///< number of maps that the models were fitted to
  std::array<LinearModel, kTargetNames.size()> targets;
};

/// Models that are fitted to the reference results. scripts/advice.py writes them.
struct AdviceModel {
  std::string measured;  ///< commit, processor and maps of the measurement, in words
  std::vector<MethodModel> methods;
};

/// Parses the JSON text of a model. Throws InputError for a faulty text. Linear.
AdviceModel parse_advice_model(const TextFile& source);

/// The limits that a user sets.
struct Needs {
  std::optional<double> memory = {};  ///< maximum memory in bytes
  std::optional<double> gap = {};     ///< maximum mean gap, as a fraction: 0.01 is 1 %
  /// Number of queries that share the cost of the build. Without a value, build time is ignored.
  std::optional<double> queries = {};
};

/// The expected costs of a method on a map that was never measured.
struct Advised {
  std::string method;
  double query_ns = 0;
  double query_low = 0;   ///< lower end of the 80 % interval of query_ns
  double query_high = 0;  ///< upper end of the 80 % interval
  double build_ns = 0;
  double bytes = 0;
  double gap = 0;
  double answered = 0;  ///< expected fraction of reachable queries that are answered
  double chance = 0;    ///< probability that memory and gap are within the limits of Needs
  double cost_ns = 0;   ///< query_ns, plus build_ns / queries if Needs::queries is set
  int maps = 0;         ///< number of maps that the models were fitted to
};

/// A method is advised only if it keeps the limits of Needs with at least this probability.
inline constexpr double kLeastChance = 0.8;
/// A method is advised only if it is expected to answer at least this share of reachable queries.
inline constexpr double kLeastAnswered = 0.99;

/// Ranks the methods of the model that are registered and support the world. Advised methods come
/// first, by ascending cost_ns. The other methods follow, by descending chance.
std::vector<Advised> advise(const AdviceModel& model, const FreeSpace& space,
                            const Predictors& predictors, const Needs& needs,
                            const Registry& registry);
/// Whether a method is advised: see kLeastChance and kLeastAnswered.
bool is_advised(const Advised& method);

}  // namespace fairway
