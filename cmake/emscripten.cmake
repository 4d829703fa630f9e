# Replaces cmake/dependencies.cmake in the WebAssembly build by Emscripten 3.1.6 (scripts/playground.sh). All libraries
# are headers of the distribution. The compiler searches these headers after Emscripten's own.

add_compile_options(-fwasm-exceptions -idirafter /usr/include
                    "SHELL:-include ${CMAKE_SOURCE_DIR}/bindings/js/missing_std.hpp")
add_compile_definitions(FMT_HEADER_ONLY)
foreach(name Boost::headers fmt::fmt nlohmann_json::nlohmann_json nanoflann::nanoflann yaml-cpp CGAL::CGAL)
  add_library(${name} INTERFACE IMPORTED)
endforeach()
set(FAIRWAY_YAML yaml-cpp)
# WebAssembly has only the rounding mode "to nearest". CGAL's triangulation needs no other mode.
target_compile_definitions(CGAL::CGAL INTERFACE CGAL_DISABLE_GMP CGAL_ALWAYS_ROUND_TO_NEAREST)
# Sources to leave out: readers that need compiled libraries (bindings/js/missing_readers.cpp refuses their files), and
# a witness that only the harness uses.
set(FAIRWAY_LEFT_OUT "/datasets/formats/(png|ros_map).cpp$|/reference/cgal_witness.cpp$")
