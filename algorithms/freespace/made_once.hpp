#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace fairway {

/// A value that is made when it is first asked for, by one thread, and timed.
template <class T>
class MadeOnce {
 public:
  /// The value; make() makes it. What make() throws is thrown on, and it is made again when next
  /// asked for.
  template <class Make>
  const T& get(Make make) const {
    if (const T* made = made_.load(std::memory_order_acquire)) return *made;
    return made_now(make);
  }

  bool is_made() const { return made_.load(std::memory_order_acquire) != nullptr; }
  /// Precondition of both: it is made.
  const T& value() const { return *made_.load(std::memory_order_acquire); }
  std::int64_t nanoseconds() const { return nanoseconds_; }

  /// For its only owner, while no other thread uses it. Precondition: it is made.
  T& change() { return *value_; }
  /// It is made again when next asked for.
  void forget() {
    made_.store(nullptr, std::memory_order_release);
    value_.reset();
  }

 private:
  template <class Make>
  [[gnu::noinline]] const T& made_now(Make make) const {
    const std::scoped_lock lock(mutex_);
    if (!is_made()) {
      const auto begin = std::chrono::steady_clock::now();
      value_.emplace(make());
      nanoseconds_ = std::chrono::duration_cast<std::chrono::nanoseconds>(
                         std::chrono::steady_clock::now() - begin)
                         .count();
      made_.store(&*value_, std::memory_order_release);
    }
    return *value_;
  }

  mutable std::atomic<const T*> made_ = nullptr;
  mutable std::optional<T> value_;
  mutable std::mutex mutex_;
  mutable std::int64_t nanoseconds_ = 0;
};

}  // namespace fairway
