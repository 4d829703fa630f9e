# The language, the optimiser and the warnings of every target of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()
# Assertions stay in RelWithDebInfo, which the developer's presets use. Neither -march=native nor
# -ffast-math: results must not depend on the machine that built them.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(FAIRWAY_SANITIZERS "" CACHE STRING "Sanitizers for all code, e.g. address,undefined")
if(FAIRWAY_SANITIZERS)  # sanitized code takes long to compile
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
else()
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
endif()

find_program(FAIRWAY_CCACHE ccache)
if(FAIRWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${FAIRWAY_CCACHE})
endif()

option(FAIRWAY_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ON)

add_library(fairway_compiler INTERFACE)
target_include_directories(fairway_compiler INTERFACE ${CMAKE_SOURCE_DIR})
# Fused multiply-add would change rounding errors that the exact predicates compute with.
target_compile_options(fairway_compiler INTERFACE -Wall -Wextra -Wpedantic -ffp-contract=off)
if(FAIRWAY_WARNINGS_AS_ERRORS)
  target_compile_options(fairway_compiler INTERFACE -Werror)
endif()
if(FAIRWAY_SANITIZERS)
  set(sanitize -fsanitize=${FAIRWAY_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(fairway_compiler INTERFACE ${sanitize})
  target_link_options(fairway_compiler INTERFACE ${sanitize})
endif()
