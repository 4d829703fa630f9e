// SPDX-License-Identifier: MIT
#include <thread>
#include <vector>

#include "bindings/c/handles.hpp"

namespace fairway::c_interface {

void in_threads(std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&work, i] { work(i); });
  work(0);
}

}  // namespace fairway::c_interface
