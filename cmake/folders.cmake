# A library per source folder.

# CGAL's triangulation is compiled alone: CGAL::CGAL brings -frounding-math, which must not reach
# code that is timed. Only the libraries behind it (GMP, MPFR) are passed on, to the linker.
set(FAIRWAY_CGAL_SOURCE ${CMAKE_SOURCE_DIR}/algorithms/freespace/cgal_triangulation.cpp)

# fairway_folder(<name> <folder> [<library>...]): library fairway_<name> of the folder's sources,
# recursively (but for those of programs, main.cpp and benchmarks/), linked to the libraries. It is
# Fairway::<name> as well.
function(fairway_folder name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(main.cpp|benchmarks/[^/]*)$")
  list(FIND sources ${FAIRWAY_CGAL_SOURCE} cgal)
  list(REMOVE_ITEM sources ${FAIRWAY_CGAL_SOURCE})
  set(target fairway_${name})
  set(scope PUBLIC)
  if(NOT cgal EQUAL -1)
    add_library(${target}_cgal OBJECT ${FAIRWAY_CGAL_SOURCE})
    target_link_libraries(${target}_cgal PRIVATE fairway_compiler CGAL::CGAL)
    add_library(${target} STATIC ${sources} $<TARGET_OBJECTS:${target}_cgal>)
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:$<LINK_ONLY:CGAL::CGAL>>
                          $<INSTALL_INTERFACE:mpfr> $<INSTALL_INTERFACE:gmp>)
  elseif(sources)
    add_library(${target} STATIC ${sources})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(Fairway::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(${target} ${scope} fairway_compiler ${ARGN})
  if(FAIRWAY_JOINED_SOURCES AND scope STREQUAL PUBLIC)
    fairway_join_sources(${target} ${sources})
  endif()
  if(folder MATCHES "^algorithms/" AND scope STREQUAL PUBLIC)
    target_compile_options(${target} PRIVATE -Wconversion)
    if(TARGET ${target}_cgal)
      target_compile_options(${target}_cgal PRIVATE -Wconversion)
    endif()
  endif()
endfunction()

# fairway_join_sources(<target> <file>...): compiles the sources of each folder as one, so that shared headers
# are read once. Names in anonymous namespaces must then be unique in a folder.
function(fairway_join_sources target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # its places are no headers
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# fairway_link_generated(<target>): lets a target include generated/*.hpp. Their folder must hold no program: a
# program with the name of a standard header would be included in its place.
function(fairway_link_generated target)
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>)
  add_dependencies(${target} fairway_build_info)
endfunction()
