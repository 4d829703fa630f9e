#pragma once

// The main program for an entry with the classic interface. scripts/gppc_entry.sh replaces the
// entry's main.cpp by a file that includes the entry's Entry.h and then this header.

#include <limits>
#include <string>
#include <vector>

#include "programs/gppc/entry.hpp"

namespace {

/// The classic interface. Coordinates are 16-bit integers in the classic track, and doubles in the
/// any-angle track.
class ClassicEntry : public fairway::GppcEntry {
  typedef decltype(xyLoc().x) Number;

 public:
  ClassicEntry() : name_(GetName()) {}

  const char* name() const override { return name_.c_str(); }
  bool takes_corners() const override { return !std::numeric_limits<Number>::is_integer; }
  int largest_side() const override {
    return sizeof(Number) < sizeof(int) ? static_cast<int>(std::numeric_limits<Number>::max())
                                        : std::numeric_limits<int>::max();
  }
  bool follows_changes() const override { return false; }

  void load(const fairway::GppcPatch& world) override {
    width_ = world.width;
    height_ = world.height;
    bits_.assign(world.free,
                 world.free + static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  }
  // The next two functions pass members instead of constants, because some entries take the world
  // and the file name by non-const reference.
  void preprocess(const char* file) override {
    file_ = file;
    PreprocessMap(bits_, width_, height_, file_);
  }
  void prepare(const char* file) override {
    file_ = file;
    data_ = PrepareForSearch(bits_, width_, height_, file_);
  }
  void change(const fairway::GppcPatch*, std::size_t) override {}

  void find(double start_x, double start_y, double goal_x, double goal_y) override {
    xyLoc start = xyLoc(), goal = xyLoc();
    start.x = static_cast<Number>(start_x);
    start.y = static_cast<Number>(start_y);
    goal.x = static_cast<Number>(goal_x);
    goal.y = static_cast<Number>(goal_y);
    path_.clear();
    while (!GetPath(data_, start, goal, path_)) {
    }
  }
  std::size_t size() const override { return path_.size(); }
  void point(std::size_t i, double& x, double& y) const override {
    x = static_cast<double>(path_[i].x);
    y = static_cast<double>(path_[i].y);
  }

 private:
  std::string name_;
  std::string file_;
  std::vector<bool> bits_;
  int width_ = 0;
  int height_ = 0;
  void* data_ = nullptr;
  std::vector<xyLoc> path_;
};

}  // namespace

int main() {
  ClassicEntry entry;
  return fairway::serve_entry(entry);
}
