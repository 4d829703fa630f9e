#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>

namespace fairway {

/// A rectangle of cells, [x, x + width) x [y, y + height), row by row. A byte is 1 for a free cell
/// and 0 for a blocked cell.
struct GppcPatch {
  const unsigned char* free;
  int x;
  int y;
  int width;
  int height;
};

/// An entry of the grid competition (GPPC). Derived classes adapt the two interfaces that entries
/// can have. Each entry chooses the language and flags of the compiler, so this header is C++11.
class GppcEntry {
 public:
  virtual ~GppcEntry() {}
  virtual const char* name() const = 0;
  /// Whether ends of queries are corners of cells (any-angle track). Otherwise they are cells
  /// (classic track).
  virtual bool takes_corners() const = 0;
  /// Largest width and height of a world.
  virtual int largest_side() const = 0;
  virtual bool follows_changes() const = 0;
  /// Stores the world in the entry's format. Called once, before all functions below.
  virtual void load(const GppcPatch& world) = 0;
  /// Writes the index to a file. Called in a separate process.
  virtual void preprocess(const char* file) = 0;
  virtual void prepare(const char* file) = 0;
  virtual void change(const GppcPatch* patches, std::size_t count) = 0;
  /// Answers a query. Returns when the path is complete. Start and goal are cells (column, row), or
  /// corners if takes_corners() is true.
  virtual void find(double start_x, double start_y, double goal_x, double goal_y) = 0;
  /// Number of points of the last path.
  virtual std::size_t size() const = 0;
  /// Precondition: i < size().
  virtual void point(std::size_t i, double& x, double& y) const = 0;
};

/// Answers requests of the worker protocol until standard input ends. Returns the exit code of the
/// program. The implementation is in libfairway-gppc.so, a library in the folder of the program, so
/// that it is not compiled with the entry's flags.
inline int serve_entry(GppcEntry& entry) {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", &path[0], path.size());
  path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  path.resize(path.rfind('/') + 1);
  void* library = dlopen((path + "libfairway-gppc.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* serve = library ? dlsym(library, "fairway_gppc_serve") : nullptr;
  if (!serve) {
    std::fprintf(stderr, "cannot load the library that connects entries to Fairway: %s\n",
                 dlerror());
    return 1;
  }
  return reinterpret_cast<int (*)(GppcEntry*)>(serve)(&entry);
}

}  // namespace fairway
