#include "algorithms/methods/registry.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "algorithms/methods/prepared_index.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

namespace {

/// Returns the least number of letters to insert, delete or replace in `a` to get `b`.
/// O(|a| * |b|).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);  // of the beginnings of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

/// Throws UnknownName. The message lists the known names. If there are many, it lists only the
/// names most similar to `name`.
[[noreturn]] void refuse_name(std::string_view kind, std::string_view name,
                              std::vector<std::string> known) {
  constexpr std::size_t kMostNamed = 5;
  std::string expected;
  if (known.size() > kMostNamed) {
    expected = std::to_string(known.size()) + ", such as ";
    std::ranges::stable_sort(known, {},
                             [&](const std::string& one) { return edits_between(name, one); });
    known.resize(kMostNamed);
  }
  throw UnknownName("unknown " + std::string(kind) + " '" + std::string(name) +
                    "', expected one of " + expected + joined(known));
}

/// Returns the adapter. Throws UnknownName if the program that runs it was not built.
const RegisteredAdapter& usable(const RegisteredAdapter& adapter, std::string_view name) {
  if (adapter.missing.empty()) return adapter;
  throw UnknownName("'" + std::string(name) + "' needs the program " + adapter.program + ": " +
                    adapter.missing);
}

/// Returns options of the adapter's type. Throws OptionError.
std::unique_ptr<AnyOptions> typed(const AdapterType& type, const OptionValues& values) {
  std::unique_ptr<AnyOptions> options = type.make_options();
  set_option_values(*options, values);
  return options;
}

/// Converts adapters to RegisteredAdapters, which accept options as JSON.
std::vector<RegisteredAdapter> registered(const std::vector<AdapterType>& types) {
  return {types.begin(), types.end()};
}

}  // namespace

RegisteredAdapter::RegisteredAdapter(const AdapterType& given)
    : name(given.name),
      guarantees(given.guarantees),
      searches_itself(given.searches_itself),
      has_own_search(given.has_own_search),
      program(given.program),
      missing(given.missing) {
  for (const auto& m : given.methods) {
    methods.push_back({std::string(m.name), name, option_values(*m.options), m.search});
  }
  if (!given.methods.empty()) options = option_infos(*given.methods.front().options);
  const auto type = std::make_shared<const AdapterType>(given);
  octile_is_bound = [type](const OptionValues& values) {
    return type->octile_is_bound(*typed(*type, values));
  };
  complete = [type](const OptionValues& values) {
    const std::unique_ptr<AnyOptions> all =
        typed(*type, option_values(*type->methods.front().options));
    set_option_values(*all, values);
    return option_values(*all);
  };
  promises = [type](const OptionValues& values) { return type->promises(*typed(*type, values)); };
  parts = [type](const FreeSpace& space, const Method& method) {
    return type->parts(space, *typed(*type, method.options)) | parts_of(method.search.smoother);
  };
  if (type->build == nullptr) return;
  supports = [type](const FreeSpace& space, const Method& method) {
    return type->supports(space, *typed(*type, method.options), method.search);
  };
  build = [type](const FreeSpace& space, const Method& method) {
    return type->build(space, *typed(*type, method.options), method.search);
  };
  plan = type->plan;
}

void check_search(const RegisteredAdapter& adapter, const OptionValues& options,
                  const SearchSettings& search) {
  const bool own = search.search == SearchKind::kOwn;
  if (own ? !adapter.has_own_search : adapter.searches_itself) {
    throw OptionError("search",
                      "option 'search': " + adapter.name +
                          (own ? " has no search of its own" : " can only use its own search"));
  }
  if (search.clearance_weight > 0 && search.search != SearchKind::kAstar) {
    throw OptionError(
        "clearance_weight",
        "option 'clearance_weight': the search " + std::string(name_of(search.search)) +
            " cannot weigh clearance; expected 0, or a representation with the search astar");
  }
  const bool replans = search.search == SearchKind::kDStarLite;
  if (replans && (search.heuristic == HeuristicKind::kManhattan ||
                  search.heuristic == HeuristicKind::kChebyshev || search.weight > 1)) {
    throw OptionError("search", "option 'search': " + std::string(name_of(search.search)) +
                                    " needs a consistent heuristic; expected the heuristic "
                                    "euclidean, octile or zero, and a weight of at most 1");
  }
  if ((replans || search.search == SearchKind::kAstar) &&
      search.heuristic == HeuristicKind::kOctile && !adapter.octile_is_bound(options)) {
    throw OptionError("heuristic",
                      "option 'heuristic': octile can exceed the costs of " + adapter.name +
                          " with these options, because its moves may be shorter or have other "
                          "directions; expected another heuristic, such as euclidean");
  }
}

Method with_options(const RegisteredAdapter& adapter, Method method, const OptionValues& given) {
  std::vector<std::string> own;
  for (const OptionInfo& info : adapter.options) own.push_back(info.name);
  std::vector<std::string> known = own;
  for (const OptionInfo& info : option_infos(method.search)) known.push_back(info.name);
  OptionValues search = OptionValues::object();
  for (const auto& [name, value] : given.items()) {
    const auto refuse = [&name = name](const std::string& expected) {
      throw OptionError(name, "found '" + name + "', expected " + expected);
    };
    const bool is_own = std::ranges::count(own, name) > 0;
    if (std::ranges::count(known, name) == 0) refuse("one of " + joined(known));
    if (!is_own && adapter.searches_itself && name != "smoother" && name != "search") {
      refuse("no search setting other than smoother, because " + adapter.name +
             " has its own search");
    }
    (is_own ? method.options : search)[name] = value;
  }
  method.options = adapter.complete(method.options);
  method.search = with_option_values(method.search, search);
  check_search(adapter, method.options, method.search);
  return method;
}

Guarantees promises_of(const RegisteredAdapter& adapter, const Method& method) {
  Guarantees promised = adapter.promises(method.options);
  promised.optimal = promised.optimal && finds_least_paths(method.search, promised);
  promised.any_radius = promised.any_radius && serves_any_radius(method.search);
  return promised;
}

Registry::Registry(const std::vector<AdapterType>& adapters, const std::vector<AdapterType>& others,
                   std::string uses, std::vector<RegisteredSearch> searches)
    : Registry(registered(adapters), registered(others), std::move(uses), std::move(searches)) {}

Registry::Registry(std::vector<RegisteredAdapter> adapters, std::vector<RegisteredAdapter> others,
                   std::string uses, std::vector<RegisteredSearch> searches)
    : uses_(std::move(uses)), searches_(std::move(searches)) {
  for (RegisteredAdapter& entry : adapters) add(std::move(entry), adapters_);
  for (RegisteredAdapter& entry : others) add(std::move(entry), others_);
}

void Registry::add(RegisteredAdapter entry, std::vector<RegisteredAdapter>& to) {
  const auto refuse = [&](std::string_view name) {
    throw std::logic_error("'" + std::string(name) + "' is registered twice");
  };
  if (entry.methods.empty()) {
    throw std::logic_error("'" + entry.name + "' is registered without a method");
  }
  for (const auto* list : {&adapters_, &others_}) {
    for (const RegisteredAdapter& other : *list) {
      if (other.name == entry.name) refuse(entry.name);
      for (const Method& theirs : other.methods) {
        for (const Method& ours : entry.methods) {
          if (ours.name == theirs.name) refuse(ours.name);
        }
      }
    }
  }
  for (Method& method : entry.methods) {
    method.program = entry.program;
    rebuilt_.push_back(method);
    rebuilt_.back().name += "-rebuilt";
    rebuilt_.back().search.changes = ChangeKind::kRebuild;
  }
  to.push_back(std::move(entry));
}

std::vector<Method> Registry::methods() const {
  std::vector<Method> all;
  for (const RegisteredAdapter& r : adapters_) {
    all.insert(all.end(), r.methods.begin(), r.methods.end());
  }
  return all;
}

const RegisteredSearch* Registry::search(SearchKind kind) const {
  const auto found = std::ranges::find(searches_, kind, &RegisteredSearch::kind);
  return found == searches_.end() ? nullptr : &*found;
}

std::shared_ptr<BuiltIndex> Registry::build_index(const FreeSpace& space,
                                                  const Method& method) const {
  const RegisteredAdapter& entry = adapter(method.adapter);
  check_search(entry, method.options, method.search);
  if (method.search.search == SearchKind::kDStarLite && search(SearchKind::kDStarLite) == nullptr) {
    throw OptionError("search", "option 'search': this program was built without " +
                                    std::string(name_of(method.search.search)));
  }
  if (!entry.build) {
    throw UnknownName("'" + method.name + "' is a method of another program, " + entry.program +
                      "; run it with that program, which has the same commands");
  }
  std::shared_ptr<BuiltIndex> index = entry.build(space, method);
  if (searches_copy(method.search) && index->facts.supported) prepare(*index);
  return index;
}

std::unique_ptr<Planner> Registry::plan(std::shared_ptr<const BuiltIndex> index,
                                        const Method& method) const {
  if (index->prepared) {
    auto made = prepared_search(index);
    return adapter(method.adapter).plan(std::move(index), std::move(made));
  }
  const RegisteredSearch* other = index->facts.supported ? search(method.search.search) : nullptr;
  std::unique_ptr<GraphSearch> made = other != nullptr ? other->make(index) : nullptr;
  return adapter(method.adapter).plan(std::move(index), std::move(made));
}

const RegisteredAdapter& Registry::adapter(std::string_view name) const {
  std::vector<std::string> known;
  for (const auto* list : {&adapters_, &others_}) {
    for (const RegisteredAdapter& r : *list) {
      if (r.name == name) return usable(r, name);
      known.push_back(r.name);
    }
  }
  refuse_name("representation or solver", name, known);
}

const Method& Registry::method(std::string_view name) const {
  std::vector<std::string> known;
  for (const auto* list : {&adapters_, &others_}) {
    for (const RegisteredAdapter& r : *list) {
      for (const Method& m : r.methods) {
        if (m.name != name) {
          known.push_back(m.name);
          continue;
        }
        usable(r, name);
        return m;
      }
    }
  }
  const auto rebuilt = std::ranges::find(rebuilt_, name, &Method::name);
  if (rebuilt != rebuilt_.end()) {
    adapter(rebuilt->adapter);
    return *rebuilt;
  }
  refuse_name("method", name, known);
}

}  // namespace fairway
