# Sets the C++ version, the optimiser flags and the warnings of all targets of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()
# Assertions stay in RelWithDebInfo, which the developer's presets use. There is no -march=native and
# no -ffast-math: results must not depend on the machine.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(FAIRWAY_SANITIZERS "" CACHE STRING "Sanitizers for all code, e.g. address,undefined")
if(FAIRWAY_SANITIZERS)  # sanitized code takes long to compile
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
else()
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
endif()

find_program(FAIRWAY_CCACHE ccache)
if(FAIRWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # CCACHE_BASEDIR makes paths relative, so that other clones share the cache. Without
  # CCACHE_SLOPPINESS, ccache would not cache files that use a precompiled header. Without
  # CCACHE_DEPEND, ccache ignores changes of comments and returns the old precompiled header. GCC then
  # does not recognize the changed header by its #pragma once, and includes it a second time.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${FAIRWAY_CCACHE})
endif()

option(FAIRWAY_JOINED_SOURCES "Compile the sources of each folder as one: half the time from nothing" OFF)
option(FAIRWAY_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ON)

# Warnings, sanitizers and position-independent code (for the shared library of bindings/c) apply to
# this build only. The other flags also apply to other projects that include the project's headers.
# -ffp-contract=off forbids fused multiply-add, which would break the exact predicates.
add_library(fairway_compiler INTERFACE)
set_target_properties(fairway_compiler PROPERTIES EXPORT_NAME compiler)
target_include_directories(fairway_compiler INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>)
target_compile_features(fairway_compiler INTERFACE cxx_std_20)
target_compile_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:-Wall>
                       $<BUILD_INTERFACE:-Wextra> $<BUILD_INTERFACE:-Wpedantic>
                       -ffp-contract=off -fno-math-errno)
if(NOT EMSCRIPTEN)
  target_compile_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:-fPIC>
                         $<BUILD_INTERFACE:-fno-semantic-interposition>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # g++ collects garbage only above 500 MB: large files compile faster
  target_compile_options(fairway_compiler INTERFACE "$<BUILD_INTERFACE:SHELL:--param ggc-min-heapsize=500000>")
endif()
if(FAIRWAY_JOINED_SOURCES)  # joined files include sources, not only headers
  target_compile_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:-Wno-subobject-linkage>)
endif()
if(FAIRWAY_WARNINGS_AS_ERRORS)
  target_compile_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
if(FAIRWAY_SANITIZERS)
  foreach(flag -fsanitize=${FAIRWAY_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:${flag}>)
    target_link_options(fairway_compiler INTERFACE $<BUILD_INTERFACE:${flag}>)
  endforeach()
endif()
