#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>

namespace fairway {

/// Cells [x, x + width) x [y, y + height), row by row, a byte each: 1 is free, 0 is blocked.
struct GppcPatch {
  const unsigned char* free;
  int x;
  int y;
  int width;
  int height;
};

/// An entry of the grid competition (GPPC) behind one of its two interfaces. C++11, because entries
/// choose the language and the flags that this header is compiled with.
class GppcEntry {
 public:
  virtual ~GppcEntry() {}
  virtual const char* name() const = 0;
  /// Whether ends are corners of cells (any-angle track), else cells (classic track).
  virtual bool takes_corners() const = 0;
  /// Largest width and height of a world.
  virtual int largest_side() const = 0;
  virtual bool follows_changes() const = 0;
  /// Keeps the world in the entry's format. Called once, before the others.
  virtual void load(const GppcPatch& world) = 0;
  /// Writes the index to a file. Called in a process of its own.
  virtual void preprocess(const char* file) = 0;
  virtual void prepare(const char* file) = 0;
  virtual void change(const GppcPatch* patches, std::size_t count) = 0;
  /// Searches until the path is complete. Ends are cells (column, row) or corners.
  virtual void find(double start_x, double start_y, double goal_x, double goal_y) = 0;
  /// Number of points of the last path.
  virtual std::size_t size() const = 0;
  /// Precondition: i < size().
  virtual void point(std::size_t i, double& x, double& y) const = 0;
};

/// Answers requests of the worker protocol until standard input ends. The code is in
/// libfairway-gppc.so, beside the running program: an entry's flags must not reach it. Returns the
/// exit code of the program.
inline int serve_entry(GppcEntry& entry) {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", &path[0], path.size());
  path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  path.resize(path.rfind('/') + 1);
  void* library = dlopen((path + "libfairway-gppc.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* serve = library ? dlsym(library, "fairway_gppc_serve") : nullptr;
  if (!serve) {
    std::fprintf(stderr, "the bridge of Fairway is missing: %s\n", dlerror());
    return 1;
  }
  return reinterpret_cast<int (*)(GppcEntry*)>(serve)(&entry);
}

}  // namespace fairway
