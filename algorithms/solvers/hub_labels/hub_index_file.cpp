#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include "algorithms/solvers/hub_labels/hub_index.hpp"

namespace fairway {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw IndexFileError(file.string() + ": " + what);
}

/// A file that is closed at the end of the scope.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& file)
      : id_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (id_ >= 0) close(id_);
  }
  int id() const { return id_; }

 private:
  int id_;
};

}  // namespace

void HubIndex::save(const std::filesystem::path& file) const {
  const std::filesystem::path part = file.string() + "." + std::to_string(getpid()) + ".part";
  std::ofstream out(part, std::ios::binary);
  out.write(reinterpret_cast<const char*>(block_.get()), static_cast<std::streamsize>(bytes_));
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(part, file, error);
  if (out && !error) return;
  const std::string why = error ? error.message() : std::strerror(errno);
  std::filesystem::remove(part, error);
  refuse(file, "cannot write the index: " + why);
}

HubIndex HubIndex::load(const std::filesystem::path& file, const FreeSpace& space) {
  const OpenFile opened(file);
  struct stat facts {};
  if (opened.id() < 0 || fstat(opened.id(), &facts) != 0) {
    refuse(file, std::string("cannot read the index: ") + std::strerror(errno));
  }
  const auto bytes = static_cast<std::size_t>(facts.st_size);
  if (!S_ISREG(facts.st_mode) || bytes < sizeof(Header)) {
    refuse(file, "not an index of hub labels; expected a file of at least " +
                     std::to_string(sizeof(Header)) + " bytes");
  }
  void* const pages = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, opened.id(), 0);
  if (pages == MAP_FAILED)
    refuse(file, std::string("cannot map the index: ") + std::strerror(errno));
  HubIndex index;
  index.block_ = std::shared_ptr<const std::byte>(
      static_cast<const std::byte*>(pages),
      [bytes](const std::byte* block) { munmap(const_cast<std::byte*>(block), bytes); });
  const Header& header = index.header();
  if (header.magic != kMagic) refuse(file, "not an index of hub labels");
  if (header.version != kVersion) {
    refuse(file, "index of version " + std::to_string(header.version) + ", expected version " +
                     std::to_string(kVersion) + ": build it again");
  }
  if (header.bytes != bytes) {
    refuse(file, "has " + std::to_string(bytes) + " bytes, expected " +
                     std::to_string(header.bytes) + "; the file was not written to its end");
  }
  if (header.checksum != checksum_of(index.block_.get(), bytes)) {
    refuse(file, "the file is damaged, because its checksum does not match its content");
  }
  if (header.world != hash_of(space.triangulation())) {
    refuse(file, "index of another world");
  }
  index.bytes_ = bytes;
  index.lay_out(index.block_.get(), header);
  return index;
}

}  // namespace fairway
