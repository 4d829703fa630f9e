#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <memory>
#include <string>

#include "algorithms/methods/registry.hpp"
#include "datasets/read_world.hpp"
#include "harness/conformance/coarse_options.hpp"

namespace fairway::test {
namespace {

/// Returns the number of bytes that are allocated now, as the allocator counts them.
std::int64_t allocated_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

/// Limit of the bytes that a build may keep allocated without counting them, such as tables that
/// only the first build of a method fills.
constexpr std::int64_t kKeptOnce = 16 << 10;

// The allocated bytes must equal the bytes that the methods and the world count themselves. The
// test fails if memory_bytes() omits a container.
TEST(CountedBytes, EqualTheAllocatedBytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's allocator tells nothing to mallinfo2";
#endif
  for (const std::string file : {"caves.map", "denmark.geojson"}) {
    const Registry& registry = Registry::built_in();
    const FreeSpace coarse_space = load_free_space("datasets/maps/" + file);
    for (Method method : registry.methods()) {
      if (method.adapter == "northstar-sound" || method.adapter == "northstar-faithful") continue;
      SCOPED_TRACE(method.name + " on " + file);
      method.options.update(
          conformance::coarse_values(registry.adapter(method.adapter).options, coarse_space));
      const std::int64_t before = allocated_bytes();
      const FreeSpace space = load_free_space("datasets/maps/" + file);
      const auto planner = registry.build(space, method);
      if (!planner->facts().supported) continue;
      const std::int64_t allocated = allocated_bytes() - before;
      const auto counted =
          static_cast<std::int64_t>(planner->facts().memory_bytes + space.memory_bytes());
      // Each allocation has a header of eight bytes, and its size is rounded up to a multiple of
      // sixteen bytes.
      EXPECT_NEAR(static_cast<double>(counted), static_cast<double>(allocated),
                  0.01 * static_cast<double>(counted) + kKeptOnce);
    }
  }
}

}  // namespace
}  // namespace fairway::test
