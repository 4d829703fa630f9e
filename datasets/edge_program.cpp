#include "datasets/edge_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <vector>

#include "datasets/world_file.hpp"

extern char** environ;

namespace fairway {

namespace fs = std::filesystem;

namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::string content_of(std::FILE* stream) {
  std::string text;
  std::rewind(stream);
  std::array<char, 1 << 16> some;
  while (const std::size_t n = std::fread(some.data(), 1, some.size(), stream)) {
    text.append(some.data(), n);
  }
  return text;
}

}  // namespace

std::optional<fs::path> program_beside(const std::string& name) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place : {folder / name, folder.parent_path() / name}) {
    if (access(place.c_str(), X_OK) == 0) return place;
  }
  return std::nullopt;
}

ProgramOutput run_program(const std::vector<std::string>& arguments) {
  const auto refuse = [&](int number) {
    throw InputError(arguments.front(), 0,
                     fmt::format("cannot be run ({}); expected a program", std::strerror(number)));
  };
  Stream out(std::tmpfile(), std::fclose);
  Stream errors(std::tmpfile(), std::fclose);
  if (!out || !errors) refuse(errno);
  std::vector<char*> words;
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), 2);
  pid_t process = 0;
  const int fault = posix_spawn(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) refuse(fault);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) refuse(errno);
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {content_of(out.get()), content_of(errors.get()), code};
}

std::optional<WorldFile> read_by_program(const fs::path& program, const TextFile& source,
                                         const MapOptions& options) {
  std::vector<std::string> arguments{program.string(), source.file().string()};
  const std::string lines_of_options = options.text();
  LineReader stated(lines_of_options);
  for (std::string_view line; stated.next(line);) {
    arguments.insert(arguments.end(), {"--read", std::string(line)});
  }
  ProgramOutput output = run_program(arguments);
  if (output.code == 3) return std::nullopt;

  std::string format;
  std::vector<std::string> notes;
  std::string message;
  LineReader lines(output.errors);
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("format: ")) {
      format = line.substr(8);
    } else if (line.starts_with("note: ")) {
      notes.emplace_back(line.substr(6));
    } else {
      message = line;
    }
  }
  if (output.code == 0) {
    WorldFile world = parse_world_file(TextFile(source.file(), std::move(output.out)));
    world.lines.clear();  // line numbers refer to the output of the program
    world.format = format;
    world.notes = std::move(notes);
    return world;
  }
  constexpr std::string_view kAboutOptions = "--read: ";
  const std::string about_file = source.file().string() + ":";
  int line = 0;
  if (output.code != 1 || message.empty()) {
    message = fmt::format("{} ended with {} {}; expected a world", kEdgeProgram,
                          output.code > 128 ? "signal" : "exit code",
                          output.code > 128 ? output.code - 128 : output.code);
  } else if (message.starts_with(kAboutOptions)) {
    options.refuse(message.substr(kAboutOptions.size()));
  } else if (message.starts_with(about_file)) {
    const char* what = message.c_str() + about_file.size();
    const auto [end, fault] = std::from_chars(what, message.c_str() + message.size(), line);
    what = fault == std::errc{} ? end + 1 : what;
    message.erase(0, static_cast<std::size_t>(what - message.c_str()) + 1);
  }
  throw InputError(source.file(), line, message);
}

}  // namespace fairway
