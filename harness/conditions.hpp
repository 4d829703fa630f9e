#pragma once

#include <sched.h>

#include <optional>

namespace fairway {

/// Keeps this process off one of its cores, so that what is measured has that core for itself,
/// until it is destroyed. With a single core, or where the system does not allow it, core() is
/// nothing or shared.
class ReservedCore {
 public:
  ReservedCore();
  ~ReservedCore();
  ReservedCore(const ReservedCore&) = delete;
  ReservedCore& operator=(const ReservedCore&) = delete;

  /// The core for what is measured: the last that this process may use.
  std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_;
  std::optional<int> core_;
};

/// Average number of runnable tasks in the last minute; nothing where the system does not tell.
std::optional<double> system_load();
/// The present frequency of a core; nothing where the system does not tell.
std::optional<double> core_megahertz(std::optional<int> core);

}  // namespace fairway
