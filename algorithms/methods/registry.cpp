#include "algorithms/methods/registry.hpp"

#include <stdexcept>

namespace fairway {

namespace {

[[noreturn]] void refuse_name(std::string_view kind, std::string_view name,
                              const std::vector<std::string>& known) {
  throw UnknownName("unknown " + std::string(kind) + " '" + std::string(name) +
                    "', expected one of " + joined(known));
}

}  // namespace

void check_search(const RegisteredAdapter& adapter, const OptionValues& options,
                  const SearchSettings& search) {
  const bool own = search.search == SearchKind::kOwn;
  if (own ? !adapter.has_own_search : adapter.searches_itself) {
    throw OptionError("search",
                      "option 'search': " + adapter.name +
                          (own ? " has no search of its own" : " has no search but its own"));
  }
  if (search.search == SearchKind::kAstar && search.heuristic == HeuristicKind::kOctile &&
      !adapter.octile_is_bound(options)) {
    throw OptionError("heuristic", "option 'heuristic': octile is no lower bound of the costs of " +
                                       adapter.name +
                                       " with these options, whose moves may be shorter or go in "
                                       "other directions; expected another, such as euclidean");
  }
}

Registry::Registry(std::vector<RegisteredAdapter> adapters) {
  for (RegisteredAdapter& entry : adapters) add(std::move(entry));
}

void Registry::add(RegisteredAdapter entry) {
  const auto refuse = [&](std::string_view name) {
    throw std::logic_error("'" + std::string(name) + "' is registered twice");
  };
  if (entry.methods.empty()) {
    throw std::logic_error("'" + entry.name + "' is registered without a method");
  }
  for (const RegisteredAdapter& other : adapters_) {
    if (other.name == entry.name) refuse(entry.name);
    for (const Method& theirs : other.methods) {
      for (const Method& ours : entry.methods) {
        if (ours.name == theirs.name) refuse(ours.name);
      }
    }
  }
  adapters_.push_back(std::move(entry));
}

std::vector<Method> Registry::methods() const {
  std::vector<Method> all;
  for (const RegisteredAdapter& r : adapters_) {
    all.insert(all.end(), r.methods.begin(), r.methods.end());
  }
  return all;
}

Guarantees Registry::promises(const Method& method) const {
  Guarantees promised = adapter(method.adapter).promises(method.options);
  promised.optimal = promised.optimal && finds_least_paths(method.search, promised);
  return promised;
}

const RegisteredAdapter& Registry::adapter(std::string_view name) const {
  for (const RegisteredAdapter& r : adapters_) {
    if (r.name == name) return r;
  }
  std::vector<std::string> known;
  for (const RegisteredAdapter& r : adapters_) known.push_back(r.name);
  refuse_name("representation or solver", name, known);
}

const Method& Registry::method(std::string_view name) const {
  for (const RegisteredAdapter& r : adapters_) {
    for (const Method& m : r.methods) {
      if (m.name == name) return m;
    }
  }
  std::vector<std::string> known;
  for (const Method& m : methods()) known.push_back(m.name);
  refuse_name("method", name, known);
}

}  // namespace fairway
