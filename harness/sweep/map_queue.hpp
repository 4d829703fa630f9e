#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace fairway {

/// Hands out the positions 0, 1, ... of a list to jobs. A job finishes its position. A job can wait
/// until all earlier positions are finished. Each earlier position is finished or held by a job, so
/// every wait ends.
class MapQueue {
 public:
  explicit MapQueue(std::size_t count) : finished_(count, false) {}

  /// A position held by a job. The destructor finishes it if finish() was not called.
  class Place {
   public:
    Place(MapQueue& queue, std::size_t number) : queue_(queue), number_(number) {}
    ~Place() { finish(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::size_t number() const { return number_; }
    /// Waits until all earlier positions are finished.
    void wait_for_turn() { queue_.wait_for(number_); }
    void finish() { queue_.finish(number_); }

   private:
    MapQueue& queue_;
    std::size_t number_;
  };

  /// The next position, or nothing at the end of the list.
  std::optional<std::size_t> next() {
    const std::scoped_lock lock(mutex_);
    return next_ < finished_.size() ? std::optional(next_++) : std::nullopt;
  }

 private:
  void wait_for(std::size_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return first_ >= number; });
  }
  void finish(std::size_t number) {
    const std::scoped_lock lock(mutex_);
    finished_[number] = true;
    while (first_ < finished_.size() && finished_[first_]) ++first_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> finished_;
  std::size_t first_ = 0;  ///< first position that is not finished
  std::size_t next_ = 0;
};

}  // namespace fairway
