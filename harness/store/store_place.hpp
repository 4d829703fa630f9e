#pragma once

#include <filesystem>

#include "harness/store/result_store.hpp"

namespace fairway {

/// Makes a new folder with a unique name below a folder. Throws OutputError.
std::filesystem::path make_folder_below(const std::filesystem::path& folder);

/// The location of the result store during a run. SQLite's write-ahead log does not work on network
/// file systems. A run can therefore work on a copy in a new local folder. publish() then replaces
/// the original store by a copy of the local store.
class StorePlace {
 public:
  /// If `scratch` is empty, the run works on the store in `folder` itself. Otherwise, makes a new
  /// folder below `scratch` and copies an existing store of `folder` to it. Throws StoreUnavailable
  /// if another run is writing the store of `folder`, and OutputError.
  StorePlace(const std::filesystem::path& folder, const std::filesystem::path& scratch);
  /// Removes the local copy, unless it has results that could not be published.
  ~StorePlace();
  StorePlace(const StorePlace&) = delete;
  StorePlace& operator=(const StorePlace&) = delete;

  /// The store to work on.
  const std::filesystem::path& file() const { return file_; }
  /// Replaces the store of the folder by a copy of the working store. Writes the copy beside the
  /// old store, waits until it is on the disk, then renames it: readers see the old or the new
  /// store. Does nothing if the run works on the store of the folder itself. Throws
  /// StoreUnavailable if another run has published a store with more measurements, DatabaseError
  /// and OutputError; the store of the folder is then unchanged. O(bytes of the store).
  void publish(ResultStore& store);

 private:
  std::filesystem::path published_;
  std::filesystem::path local_;  ///< empty if the run works in the folder itself
  std::filesystem::path file_;
  bool unpublished_ = false;  ///< whether the last publish() failed
};

}  // namespace fairway
