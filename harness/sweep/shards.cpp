#include "harness/sweep/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string_view>

#include "datasets/json_tree.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

namespace {

constexpr std::string_view kFormat = "fairway shard plan";
constexpr int kVersion = 1;
constexpr int kMostShards = 100'000;

/// Returns the least number of slices of a map for which no slice takes longer than `limit`. Each
/// slice takes the fixed cost and a share of the cost of the queries. This share is at least the
/// fixed cost, even if a slice then takes longer than `limit`. Returns at most `most`.
int slices_of(const WorldCost& cost, double limit, int most) {
  if (cost.fixed + cost.queries <= limit) return 1;
  const double share = std::max({limit - cost.fixed, cost.fixed, cost.queries / most});
  return share > 0 ? std::clamp(static_cast<int>(std::ceil(cost.queries / share)), 1, most) : 1;
}

struct Placed {
  std::size_t map;  ///< index of the map in the sweep
  ShardTask task;
};

std::vector<Placed> tasks_of(const SweepPlan& plan, std::span<const WorldCost> costs, int count) {
  double total = 0;
  for (const WorldCost& cost : costs) total += cost.fixed + cost.queries;
  std::vector<Placed> tasks;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const int slices =
        slices_of(costs[i], total / count, std::max(1, std::min(count, plan.sweep.queries)));
    for (int s = 1; s <= slices; ++s) {
      tasks.push_back(
          {i, {plan.maps[i].name, {s, slices}, costs[i].fixed + costs[i].queries / slices}});
    }
  }
  return tasks;
}

/// Reads the JSON of a plan.
class PlanReader {
 public:
  explicit PlanReader(const TextFile& source) : source_(source), tree_(JsonTree::parse(source)) {}

  ShardPlan read() {
    if (tree_.kind(kRoot) != JsonTree::Kind::kObject ||
        text(kRoot, "format", "the name of the format") != kFormat) {
      source_.fail(1, "expected a plan made by `fairway run --plan-shards`");
    }
    const int version = whole(member(kRoot, "version", JsonTree::Kind::kNumber, "a number"));
    if (version != kVersion) {
      source_.fail(1, fmt::format("plan of version {}, expected version {}", version, kVersion));
    }
    ShardPlan plan;
    plan.sweep = text(kRoot, "sweep", "the name of the sweep file");
    plan.plan = text(kRoot, "plan", "the hash of the sweep's settings");
    const Node methods = member(kRoot, "methods", JsonTree::Kind::kArray, "a list of names");
    for (Node n = tree_.begin(methods); n != tree_.end(methods); n = tree_.after(n)) {
      if (tree_.kind(n) != JsonTree::Kind::kString) fail(n, "expected the name of a method");
      plan.methods.emplace_back(tree_.string(n));
    }
    const Node shards = member(kRoot, "shards", JsonTree::Kind::kArray, "a list of shards");
    for (Node n = tree_.begin(shards); n != tree_.end(shards); n = tree_.after(n)) {
      if (tree_.kind(n) != JsonTree::Kind::kObject) fail(n, "expected a shard, which is an object");
      plan.shards.push_back(tasks(n));
    }
    return plan;
  }

 private:
  using Node = JsonTree::Node;
  static constexpr Node kRoot = JsonTree::kRoot;

  [[noreturn]] void fail(Node n, const std::string& what) const {
    source_.fail(tree_.line(n), what);
  }

  Node member(Node object, const char* key, JsonTree::Kind kind, const char* what) const {
    const Node n = tree_.member(object, key);
    if (n == kRoot || tree_.kind(n) != kind) {
      fail(n == kRoot ? object : n, fmt::format("expected \"{}\", {}", key, what));
    }
    return n;
  }
  std::string text(Node object, const char* key, const char* what) const {
    return std::string(tree_.string(member(object, key, JsonTree::Kind::kString, what)));
  }
  int whole(Node n) const {
    const double value = tree_.kind(n) == JsonTree::Kind::kNumber ? tree_.number(n) : 0;
    if (!(value >= 1 && value <= kMostShards) || value != std::floor(value)) {
      fail(n, fmt::format("expected a whole number from 1 to {}", kMostShards));
    }
    return static_cast<int>(value);
  }

  std::vector<ShardTask> tasks(Node shard) const {
    std::vector<ShardTask> tasks;
    const Node worlds = member(shard, "worlds", JsonTree::Kind::kArray, "a list of worlds");
    for (Node n = tree_.begin(worlds); n != tree_.end(worlds); n = tree_.after(n)) {
      if (tree_.kind(n) != JsonTree::Kind::kObject)
        fail(n, "expected an object that describes a world");
      ShardTask& task = tasks.emplace_back();
      task.world = text(n, "world", "the name of a world");
      task.seconds = tree_.number(member(n, "seconds", JsonTree::Kind::kNumber, "a number"));
      if (!(task.seconds >= 0)) fail(n, "expected \"seconds\" of 0 or more");
      const Node slice = tree_.member(n, "slice");
      if (slice == kRoot) continue;
      if (tree_.kind(slice) != JsonTree::Kind::kArray || tree_.child_count(slice) != 2) {
        fail(slice, "expected [I, N], the I-th of N slices");
      }
      const Node index = tree_.begin(slice);
      task.slice = {whole(index), whole(tree_.after(index))};
      if (task.slice.index > task.slice.count) fail(slice, "expected [I, N] with I <= N");
    }
    return tasks;
  }

  const TextFile& source_;
  JsonTree tree_;
};

std::vector<std::string> names_of(const std::vector<Method>& methods) {
  std::vector<std::string> names;
  for (const Method& method : methods) names.push_back(method.name);
  return names;
}

}  // namespace

double seconds_of(std::span<const ShardTask> shard) {
  return std::accumulate(shard.begin(), shard.end(), 0.0,
                         [](double sum, const ShardTask& task) { return sum + task.seconds; });
}

ShardPlan plan_shards(const SweepPlan& plan, std::span<const WorldCost> costs, int count) {
  std::vector<Placed> tasks = tasks_of(plan, costs, count);
  std::stable_sort(tasks.begin(), tasks.end(), [](const Placed& a, const Placed& b) {
    return a.task.seconds > b.task.seconds;
  });
  struct Bin {
    double seconds = 0;
    std::vector<Placed> tasks;
    bool has(std::size_t map) const {
      return std::any_of(tasks.begin(), tasks.end(), [&](const Placed& p) { return p.map == map; });
    }
  };
  std::vector<Bin> bins(std::min(static_cast<std::size_t>(count), tasks.size()));
  for (Placed& placed : tasks) {
    Bin* least = nullptr;
    for (Bin& bin : bins) {
      const bool less = least == nullptr || bin.seconds < least->seconds;
      if (less && (placed.task.slice.count == 1 || !bin.has(placed.map))) least = &bin;
    }
    least->seconds += placed.task.seconds;
    least->tasks.push_back(std::move(placed));
  }
  ShardPlan shards;
  shards.sweep = plan.sweep.file.filename().string();
  shards.plan = run_record(plan).plan;
  shards.methods = names_of(plan.sweep.methods);
  for (Bin& bin : bins) {
    std::sort(bin.tasks.begin(), bin.tasks.end(),
              [](const Placed& a, const Placed& b) { return a.map < b.map; });
    std::vector<ShardTask>& shard = shards.shards.emplace_back();
    for (Placed& placed : bin.tasks) shard.push_back(std::move(placed.task));
  }
  return shards;
}

void keep_shard(SweepPlan& sweep, const ShardPlan& plan, const Shard& shard,
                const std::filesystem::path& file) {
  const RunRecord run = run_record(sweep);
  if (plan.plan != run.plan) {
    throw InputError(file, 1,
                     fmt::format("made for other settings (plan {}; this run has {}), expected the "
                                 "same sweep file and options, or a new plan",
                                 plan.plan, run.plan));
  }
  if (const auto names = names_of(sweep.sweep.methods); plan.methods != names) {
    throw InputError(
        file, 1,
        fmt::format("made for other methods ({}), expected the methods of this run: {}",
                    fmt::join(plan.methods, ", "), fmt::join(names, ", ")));
  }
  if (static_cast<std::size_t>(shard.count) != plan.shards.size()) {
    throw InputError(file, 1,
                     fmt::format("has {} shards, expected --shard I/{}", plan.shards.size(),
                                 plan.shards.size()));
  }
  std::vector<SweepMap> kept;
  for (const ShardTask& task : plan.shards[static_cast<std::size_t>(shard.index - 1)]) {
    const auto at = std::find_if(sweep.maps.begin(), sweep.maps.end(),
                                 [&](const SweepMap& map) { return map.name == task.world; });
    if (at == sweep.maps.end()) {
      throw InputError(file, 1,
                       "has the world '" + task.world +
                           "', which is not in this sweep; expected a plan of this sweep");
    }
    kept.push_back(*at);
    kept.back().slice = task.slice;
  }
  std::set<std::string_view> planned;
  for (const std::vector<ShardTask>& tasks : plan.shards) {
    for (const ShardTask& task : tasks) planned.insert(task.world);
  }
  for (const SweepMap& map : sweep.maps) {
    if (planned.contains(map.name)) continue;
    throw InputError(
        file, 1, fmt::format("lacks the world '{}' of this sweep; expected a new plan", map.name));
  }
  sweep.maps = std::move(kept);
  sweep.shard = shard;
}

std::string format_shard_plan(const ShardPlan& plan) {
  using Json = nlohmann::ordered_json;
  double total = 0;
  Json shards = Json::array();
  for (const std::vector<ShardTask>& tasks : plan.shards) {
    Json worlds = Json::array();
    for (const ShardTask& task : tasks) {
      Json world{{"world", task.world}, {"seconds", task.seconds}};
      if (task.slice.count > 1) world["slice"] = {task.slice.index, task.slice.count};
      worlds.push_back(std::move(world));
    }
    const double seconds = seconds_of(tasks);
    total += seconds;
    shards.push_back(
        {{"shard", shards.size() + 1}, {"seconds", seconds}, {"worlds", std::move(worlds)}});
  }
  const Json json{{"format", kFormat},          {"version", kVersion},     {"sweep", plan.sweep},
                  {"plan", plan.plan},          {"methods", plan.methods}, {"seconds", total},
                  {"shards", std::move(shards)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ShardPlan read_shard_plan(const std::filesystem::path& file) {
  const TextFile source = TextFile::read(file);
  return PlanReader(source).read();
}

}  // namespace fairway
