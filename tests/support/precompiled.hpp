#pragma once

// Headers that most tests include. CMake precompiles this file. Each test still includes all
// headers that it uses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/concepts.hpp"
#include "datasets/read_world.hpp"
