// SPDX-License-Identifier: MIT
#include <future>

#include "bindings/c/handles.hpp"

namespace fairway::c_interface {

void in_threads(std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.push_back(std::async(std::launch::async, [&work, i] { work(i); }));
  }
  work(0);
  for (std::future<void>& other : others) other.get();
}

}  // namespace fairway::c_interface
