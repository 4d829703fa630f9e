#include "harness/store/store_place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "datasets/output.hpp"
#include "harness/machine/machine.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

/// Writes a copy of a file and waits until it is on the disk. Returns 0 or the error number.
int copy_to_disk(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) return error.value();
  const Descriptor out(open(to.c_str(), O_WRONLY | O_CLOEXEC));
  if (!out.is_open()) return errno;
  return fsync(out.number()) == 0 ? 0 : errno;
}

std::int64_t measurements_in(const fs::path& store) {
  return Database(store, Database::Mode::kReadOnly).integer("SELECT COUNT(*) FROM measurement");
}

}  // namespace

fs::path make_folder_below(const fs::path& folder) {
  std::string name = (folder / "fairway-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    const int error = errno;
    throw OutputError(folder, fmt::format("cannot create a folder in it ({})",
                                          std::generic_category().message(error)));
  }
  return name;
}

StorePlace::StorePlace(const fs::path& folder, const fs::path& scratch)
    : published_(folder / "results.sqlite") {
  if (scratch.empty()) {
    file_ = published_;
    return;
  }
  if (fs::exists(published_.string() + "-wal")) {
    throw StoreUnavailable(published_.string() +
                           ": a run without --scratch is writing it, or was killed; wait for its "
                           "end, or run once without --scratch");
  }
  local_ = make_folder_below(scratch);
  file_ = local_ / "results.sqlite";
  if (!fs::exists(published_)) return;
  const int error = copy_to_disk(published_, file_);
  if (error == 0) return;
  fs::remove_all(local_);
  throw OutputError(file_, fmt::format("{} cannot be copied to it ({})", published_.string(),
                                       std::generic_category().message(error)));
}

StorePlace::~StorePlace() {
  std::error_code error;
  if (!local_.empty() && !unpublished_) fs::remove_all(local_, error);
}

void StorePlace::publish(ResultStore& store) {
  if (local_.empty()) return;
  unpublished_ = true;
  if (fs::exists(published_) && measurements_in(published_) > measurements_in(file_)) {
    throw StoreUnavailable(
        fmt::format("{}: another run has stored more results than this one. This run stops; all "
                    "its finished trials are in {}",
                    published_.string(), file_.string()));
  }
  const fs::path copy = local_ / "copy.sqlite";
  fs::remove(copy);
  store.copy_to(copy);
  const fs::path part =
      fmt::format("{}.{}.{}.part", published_.string(), this_machine().host, getpid());
  int error = copy_to_disk(copy, part);
  std::error_code failed;
  if (error == 0) {
    fs::rename(part, published_, failed);
    error = failed.value();
  }
  fs::remove(copy, failed);
  if (error != 0) {
    fs::remove(part, failed);
    throw OutputError(
        published_,
        fmt::format("cannot be replaced ({}); it is unchanged, and all finished trials are in {}",
                    std::generic_category().message(error), file_.string()));
  }
  const Descriptor folder(open(published_.parent_path().c_str(), O_RDONLY | O_DIRECTORY));
  if (folder.is_open()) fsync(folder.number());
  unpublished_ = false;
}

}  // namespace fairway
