#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "harness/worker/child_process.hpp"

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FAIRWAY_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FAIRWAY_SANITIZED
#endif

#ifndef FAIRWAY_SANITIZED  // sanitizers replace malloc()

namespace {
bool watched = false;  // whether children must not allocate
bool forked = false;   // whether this process is a watched child
}  // namespace

// In this program, every allocation calls this malloc(), including allocations by operator new,
// streams and strerror().
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) noexcept {
  if (forked) _exit(99);
  return __libc_malloc(size);
}

namespace fairway::test {
namespace {

using testing::HasSubstr;

class ForkTest : public testing::Test {
 protected:
  ForkTest() {
    static const int kOnce = pthread_atfork(nullptr, nullptr, [] { forked = watched; });
    EXPECT_EQ(kOnce, 0);
    watched = true;
    start_.arguments = {"/bin/sh", "-c", "pwd"};
    start_.folder = "/usr";
  }

  ~ForkTest() override { watched = false; }

  /// Returns the first line that the child prints, or its end status.
  std::string outcome() {
    try {
      ChildProcess child(start_);
      return std::string(child.read_line(ChildProcess::Clock::now() + std::chrono::seconds(10)));
    } catch (const WorkerFailure& failure) {
      return failure.what();
    }
  }

  ChildStart start_;
};

TEST_F(ForkTest, AllocationInAChildIsSeen) {
  const pid_t child = fork();
  if (child == 0) {
    const std::string text(1000, 'x');
    _exit(text.size() == 1000 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 99);
}

TEST_F(ForkTest, NothingIsAllocatedBeforeTheProgramStarts) {
  start_.core = 0;
  EXPECT_EQ(outcome(), "/usr");
}

// Regression: between fork() and exec(), the child called dprintf(), which allocates a buffer. The
// call blocks forever if another thread of the parent held the heap's lock at the fork.
TEST_F(ForkTest, NothingIsAllocatedToTellWhyThereIsNoProgram) {
  start_.arguments = {"/no/such/program"};
  EXPECT_THAT(
      outcome(),
      HasSubstr("exit code 127; last output on standard error: /no/such/program: No such file"));
  start_.folder = "/no/such/folder";
  EXPECT_THAT(
      outcome(),
      HasSubstr("exit code 127; last output on standard error: /no/such/folder: No such file"));
}

}  // namespace
}  // namespace fairway::test

#endif
