#pragma once

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/project.hpp"

namespace fairway::test {

/// A new folder for a test. The destructor removes it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fairway-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The environment in which a program runs.
struct Surroundings {
  rlim_t max_file_size = RLIM_INFINITY;  ///< limit of the size of each written file
  bool as_nobody = false;  ///< if the test runs as root, drop root's rights before the start
  std::string program = "fairway";  ///< path of the program in the build folder
  std::string folder = {};          ///< working folder; if empty: the folder of the test
};

/// Starts the program. Writes its standard output to the file `out`, and its standard error to
/// `error`.
inline pid_t start_program(std::vector<std::string> arguments, const std::string& out,
                           const std::string& error, const Surroundings& surroundings = {}) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::string program = built_program(surroundings.program);
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  if (!surroundings.folder.empty() && chdir(surroundings.folder.c_str()) != 0) _exit(125);
  dup2(open(out.c_str(), flags, 0600), STDOUT_FILENO);
  dup2(open(error.c_str(), flags, 0600), STDERR_FILENO);
  if (surroundings.max_file_size != RLIM_INFINITY) {
    const rlimit limit{surroundings.max_file_size, surroundings.max_file_size};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
  }
  if (surroundings.as_nobody && geteuid() == 0) {
    constexpr id_t kNobody = 65534;
    if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) _exit(126);
  }
  execv(program.c_str(), argv.data());
  _exit(127);
}

struct Outcome {
  int code = 0;  ///< exit code, or 128 + number of the signal that ended the program
  std::string out;
  std::string error;
};

inline int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline Outcome run(std::vector<std::string> arguments, const Surroundings& surroundings = {}) {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "out";
  const std::string error = folder.path() / "error";
  Outcome outcome;
  outcome.code = wait_for(start_program(std::move(arguments), out, error, surroundings));
  outcome.out = content_of(out);
  outcome.error = content_of(error);
  return outcome;
}

/// A map of rooms with doors, small enough for every method.
inline std::string small_map() {
  return "type octile\nheight 6\nwidth 8\nmap\n"
         "........\n"
         ".@@@@.@.\n"
         ".@....@.\n"
         ".@.@@@@.\n"
         "...@.@..\n"
         "..@.@...\n";
}

}  // namespace fairway::test
