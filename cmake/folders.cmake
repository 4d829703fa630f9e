# Makes a library of each source folder.

# These sources are compiled as separate libraries: linking CGAL::CGAL adds -frounding-math, which
# must not reach timed code. Other targets get only the linker options of CGAL::CGAL (GMP and MPFR).
set(FAIRWAY_CGAL_SOURCES ${CMAKE_SOURCE_DIR}/algorithms/freespace/cgal_triangulation.cpp
                         ${CMAKE_SOURCE_DIR}/algorithms/reference/cgal_witness.cpp
                         ${CMAKE_SOURCE_DIR}/algorithms/solvers/medial_axis/segment_voronoi.cpp)

# fairway_folder(<name> <folder> [<library>...]): adds the library fairway_<name> (Fairway::<name>)
# and links it to the given libraries. Its sources are all .cpp files below the folder, except
# main.cpp and files in benchmarks/.
function(fairway_folder name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(main.cpp|benchmarks/[^/]*)$")
  if(FAIRWAY_LEFT_OUT)
    list(FILTER sources EXCLUDE REGEX "${FAIRWAY_LEFT_OUT}")
  endif()
  set(cgal_sources ${FAIRWAY_CGAL_SOURCES})
  list(FILTER cgal_sources INCLUDE REGEX "/${folder}/")
  list(REMOVE_ITEM sources ${FAIRWAY_CGAL_SOURCES})
  fairway_join_sources(sources ${sources})
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
  if(folder MATCHES "^algorithms/" AND scope STREQUAL PUBLIC)
    target_compile_options(${target} PRIVATE -Wconversion)
    if(TARGET ${target}_cgal)
      target_compile_options(${target}_cgal PRIVATE -Wconversion)
    endif()
  endif()
endfunction()

# fairway_join_sources(<variable> <file>...): <variable> receives the files to compile. Without
# FAIRWAY_JOINED_SOURCES, these are the given files. Otherwise, writes one file for each folder,
# which includes all sources of the folder. The compiler then reads shared headers once for each
# folder. Names in anonymous namespaces must then be unique in a folder. Unlike CMake's unity builds,
# the written files contain no absolute path. A source with its own options is compiled alone.
function(fairway_join_sources variable)
  if(NOT FAIRWAY_JOINED_SOURCES)
    set(${variable} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(joined "")
  set(alone "")
  foreach(source IN LISTS ARGN)
    get_source_file_property(own_options ${source} COMPILE_OPTIONS)
    get_source_file_property(own_definitions ${source} COMPILE_DEFINITIONS)
    if(own_options OR own_definitions)
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

# fairway_precompile(<target> <header>...): if sources are joined, compiles the headers once for all
# sources of the target. Other builds do not precompile headers, so that they report missing
# includes.
# fairway_precompile(<target> REUSE_FROM <other>): reuses the compiled headers of another target.
# Both targets must have the same options and definitions.
function(fairway_precompile target)
  if(NOT FAIRWAY_JOINED_SOURCES OR EMSCRIPTEN)
    return()
  endif()
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# fairway_link_generated(<target>): lets a target include generated/*.hpp. The folder of these
# headers must contain no programs: a program with the name of a standard header would be included
# instead of the header.
function(fairway_link_generated target)
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>)
  add_dependencies(${target} fairway_build_info)
endfunction()
