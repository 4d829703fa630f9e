#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace fairway {

/// A value that a function make() makes on first use. If several threads need the value at once,
/// one thread makes it. Measures the time of make().
template <class T>
class MadeOnce {
 public:
  /// Returns the value; calls make() if there is none. If make() throws, the exception is passed
  /// on, and the next call tries again.
  template <class Make>
  const T& get(Make make) const {
    if (const T* made = made_.load(std::memory_order_acquire)) return *made;
    return make_now(make);
  }

  /// Whether the value exists.
  bool is_made() const { return made_.load(std::memory_order_acquire) != nullptr; }
  /// The value. Precondition: is_made().
  const T& value() const { return *made_.load(std::memory_order_acquire); }
  std::int64_t nanoseconds() const { return nanoseconds_; }  ///< time of make()

  /// The value, to be edited in place. Preconditions: is_made(), and no other thread uses the
  /// value.
  T& change() { return *value_; }
  /// Deletes the value; the next get() makes it again. Precondition: no other thread uses the
  /// value.
  void forget() {
    made_.store(nullptr, std::memory_order_release);
    value_.reset();
  }

 private:
  template <class Make>
  [[gnu::noinline]] const T& make_now(Make make) const {
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
