# A library per source folder.

# CGAL's triangulation and its shortest paths are compiled alone: CGAL::CGAL brings -frounding-math,
# which must not reach timed code. Only GMP and MPFR are passed on, to the linker.
set(FAIRWAY_CGAL_SOURCES ${CMAKE_SOURCE_DIR}/algorithms/freespace/cgal_triangulation.cpp
                         ${CMAKE_SOURCE_DIR}/algorithms/reference/cgal_witness.cpp)

# fairway_folder(<name> <folder> [<library>...]): library fairway_<name> (Fairway::<name>) of the
# folder's sources, recursively, without main.cpp and benchmarks/, linked to the libraries.
function(fairway_folder name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(main.cpp|benchmarks/[^/]*)$")
  set(cgal_sources ${FAIRWAY_CGAL_SOURCES})
  list(FILTER cgal_sources INCLUDE REGEX "/${folder}/[^/]*$")
  list(REMOVE_ITEM sources ${FAIRWAY_CGAL_SOURCES})
  set(joined OFF)
  if(FAIRWAY_JOINED_SOURCES AND sources AND CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    set(joined ON)
    fairway_join_sources(sources ${sources})
  endif()
  set(target fairway_${name})
  set(scope PUBLIC)
  if(cgal_sources)
    add_library(${target}_cgal OBJECT ${cgal_sources})
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
  if(joined)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # the included sources are no headers
  endif()
  if(folder MATCHES "^algorithms/" AND scope STREQUAL PUBLIC)
    target_compile_options(${target} PRIVATE -Wconversion)
    if(TARGET ${target}_cgal)
      target_compile_options(${target}_cgal PRIVATE -Wconversion)
    endif()
  endif()
endfunction()

# fairway_join_sources(<variable> <file>...): writes a file for each folder that includes its sources, so
# that shared headers are read once. Names in anonymous namespaces must then be unique in a folder.
# Unlike CMake's unity builds, the files name no absolute path. A source with options of its own is
# compiled alone.
function(fairway_join_sources variable)
  set(joined "")
  set(alone "")
  foreach(source IN LISTS ARGN)
    get_source_file_property(own_options ${source} COMPILE_OPTIONS)
    if(own_options)
      list(APPEND alone ${source})
      continue()
    endif()
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER ${folder} name)
    list(APPEND joined ${name})
    string(APPEND ${name}_lines "#include \"${path}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES joined)
  set(files "")
  foreach(name IN LISTS joined)
    set(file ${CMAKE_BINARY_DIR}/joined/${name}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${${name}_lines}" @ONLY)
    list(APPEND files ${file})
  endforeach()
  set(${variable} ${files} ${alone} PARENT_SCOPE)
endfunction()

# fairway_precompile(<target> <header>...): compiles headers once for all sources of a target, where sources
# are joined too. Other builds show which includes are missing. REUSE_FROM <target> in place of the
# headers takes another's; both targets must have the same options and definitions.
function(fairway_precompile target)
  if(NOT FAIRWAY_JOINED_SOURCES)
    return()
  endif()
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# fairway_link_generated(<target>): lets a target include generated/*.hpp. Their folder must hold no
# program: one named as a standard header would be included in its place.
function(fairway_link_generated target)
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>)
  add_dependencies(${target} fairway_build_info)
endfunction()
