#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace fairway {

/// Hands out the positions 0, 1, ... of a list to jobs. A job that is done with its position passes
/// it. A job can wait until all earlier positions have passed. Each earlier position belongs to a
/// job or has passed, so every wait ends.
class MapQueue {
 public:
  explicit MapQueue(std::size_t count) : passed_(count, false) {}

  /// A position held by a job. The destructor passes it if pass() was not called.
  class Place {
   public:
    Place(MapQueue& queue, std::size_t number) : queue_(queue), number_(number) {}
    ~Place() { pass(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::size_t number() const { return number_; }
    /// Waits until all earlier positions have passed.
    void wait_for_turn() { queue_.wait_for(number_); }
    void pass() { queue_.pass(number_); }

   private:
    MapQueue& queue_;
    std::size_t number_;
  };

  /// The next position, or nothing at the end of the list.
  std::optional<std::size_t> next() {
    const std::scoped_lock lock(mutex_);
    return next_ < passed_.size() ? std::optional(next_++) : std::nullopt;
  }

 private:
  void wait_for(std::size_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return first_ >= number; });
  }
  void pass(std::size_t number) {
    const std::scoped_lock lock(mutex_);
    passed_[number] = true;
    while (first_ < passed_.size() && passed_[first_]) ++first_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> passed_;
  std::size_t first_ = 0;  ///< first position that has not passed
  std::size_t next_ = 0;
};

}  // namespace fairway
