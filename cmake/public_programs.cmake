# Programs beside `fairway` that run solvers of third-party libraries. A program is built
# only if its package is installed. `fairway` knows the methods of all these programs, from headers
# that do not need the package.

find_path(FAIRWAY_DETOUR_INCLUDE DetourNavMesh.h PATH_SUFFIXES recastnavigation)
find_library(FAIRWAY_DETOUR_LIBRARY Detour)
find_library(FAIRWAY_TILE_CACHE_LIBRARY DetourTileCache)
find_library(FAIRWAY_RECAST_LIBRARY Recast)
set(FAIRWAY_DETOUR_FOUND OFF)
if(FAIRWAY_DETOUR_INCLUDE AND FAIRWAY_DETOUR_LIBRARY AND FAIRWAY_TILE_CACHE_LIBRARY AND
   FAIRWAY_RECAST_LIBRARY)
  set(FAIRWAY_DETOUR_FOUND ON)
endif()

# OMPL's own CMake package is not used: it adds /usr/include as an include folder. The compiler must
# search /usr/include after its own folders.
find_path(FAIRWAY_OMPL_INCLUDE ompl/config.h PATH_SUFFIXES ompl-1.6 ompl-1.5)
find_path(FAIRWAY_EIGEN_INCLUDE Eigen/Core PATH_SUFFIXES eigen3)
find_library(FAIRWAY_OMPL_LIBRARY ompl)
set(FAIRWAY_OMPL_FOUND OFF)
if(FAIRWAY_OMPL_INCLUDE AND FAIRWAY_EIGEN_INCLUDE AND FAIRWAY_OMPL_LIBRARY)
  set(FAIRWAY_OMPL_FOUND ON)
endif()

# The target `programs` builds every program that can be built.
add_custom_target(programs)

# fairway_describe(<name> <header> <type> <program> <missing>): adds a function that describes an
# adapter to the library fairway_described. RegisteredAdapter explains <program> and <missing>.
function(fairway_describe name header type program missing)
  string(REPLACE - _ identifier ${name})
  set_property(GLOBAL APPEND PROPERTY FAIRWAY_DESCRIBED_FUNCTIONS described_${identifier})
  set_property(GLOBAL APPEND_STRING PROPERTY FAIRWAY_DESCRIBED_INCLUDES "#include \"${header}\"\n")
  set_property(GLOBAL APPEND_STRING PROPERTY FAIRWAY_DESCRIBED_BODIES
    "AdapterType described_${identifier}() {
  return describe_program<${type}>(\"${program}\", \"${missing}\");
}\n")
endfunction()

# fairway_public_program(<program> <folder> <package> <found> (<name> <header> <type>)...
# [CHANGES (<name> <header> <type>)...]).
# Describes these solvers to `fairway`. If <found> is true, also builds the program that runs the
# solvers, from the sources in the folder. CHANGES lists the classes that repair indices, as in
# fairway_changes(). The CMakeLists.txt of the folder links the library <program>_library to the
# libraries of the package.
function(fairway_public_program program folder package found)
  set(missing "install ${package} and build again")
  if(found)
    set(missing "")
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    fairway_join_sources(sources ${sources})
    add_library(${program}_library STATIC ${sources})
    target_link_libraries(${program}_library PUBLIC fairway_changes fairway_compiler fairway_reference)
    add_subdirectory(${folder})
  endif()
  cmake_parse_arguments(PARSE_ARGV 4 given "" "" "CHANGES")
  set(triples ${given_UNPARSED_ARGUMENTS})
  set(names "")
  set(FAIRWAY_JOINED_ADAPTERS ${program})
  while(triples)
    list(POP_FRONT triples name header type)
    list(APPEND names ${name})
    fairway_describe(${name} ${header} ${type} ${program} "${missing}")
    if(found)
      fairway_declare(solver ${name} ${header} ${type} ${program}_library)
    endif()
  endwhile()
  unset(FAIRWAY_JOINED_ADAPTERS)
  while(found AND given_CHANGES)
    list(POP_FRONT given_CHANGES name header type)
    fairway_changes(${name} ${header} ${type})
  endwhile()
  if(found)
    fairway_package_version(${package} version)
    fairway_program(${program} ${names} USES "${package} ${version}")
    add_dependencies(programs ${program})
    include(GNUInstallDirs)
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  endif()
endfunction()

# fairway_python_program(<program> <script> <module> <package> <name> <header> <type>): describes a
# method to `fairway`. The worker of the method is a Python script, and the program is a link to the
# script. The link is made only if the Python module is installed; the Debian package contains the
# module.
function(fairway_python_program program script module package name header type)
  set(missing "install ${package} and configure again")
  execute_process(COMMAND /usr/bin/python3 -c "import ${module}" RESULT_VARIABLE fault
                  OUTPUT_QUIET ERROR_QUIET)
  if(fault EQUAL 0)
    set(missing "")
    fairway_link_script(${program} ${script})
  endif()
  fairway_describe(${name} ${header} ${type} ${program} "${missing}")
endfunction()

# fairway_link_script(<program> <script>): makes a link to a Python script, in the build folder and
# in the installation.
function(fairway_link_script program script)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${CMAKE_CURRENT_BINARY_DIR}/${program}
       SYMBOLIC)
  cmake_path(GET script PARENT_PATH folder)
  install(DIRECTORY ${folder}/ DESTINATION lib/fairway/${folder} USE_SOURCE_PERMISSIONS
          FILES_MATCHING PATTERN "*.py")
  install(CODE "file(CREATE_LINK ../lib/fairway/${script} \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/${program} SYMBOLIC)")
endfunction()

# fairway_package_version(<package> <variable>): sets the variable to the version of an installed
# Debian package.
function(fairway_package_version package variable)
  execute_process(COMMAND dpkg-query -W -f=\${Version} ${package} OUTPUT_VARIABLE version
                  ERROR_QUIET)
  if(NOT version)
    set(version "of unknown version")
  endif()
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()

# Adds the library fairway_described. For each solver that a separate program runs, the library has
# a function that returns the description of the solver.
function(fairway_describe_programs)
  get_property(functions GLOBAL PROPERTY FAIRWAY_DESCRIBED_FUNCTIONS)
  get_property(INCLUDES GLOBAL PROPERTY FAIRWAY_DESCRIBED_INCLUDES)
  get_property(BODIES GLOBAL PROPERTY FAIRWAY_DESCRIBED_BODIES)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/described_programs.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/described_programs.cpp.in ${source} @ONLY)
  add_library(fairway_described STATIC ${source})
  target_link_libraries(fairway_described PUBLIC fairway_methods)
  set_target_properties(fairway_described PROPERTIES FAIRWAY_FUNCTIONS "${functions}")
endfunction()

# Adds the program that reads maps of other formats with GDAL and libosmium (headers only). Adds the
# script that flattens SVG drawings for this program.
function(fairway_map_programs)
  find_package(GDAL 3.6 QUIET)
  find_package(EXPAT QUIET)
  find_path(FAIRWAY_OSMIUM osmium/version.hpp)
  find_path(FAIRWAY_PROTOZERO protozero/version.hpp)
  if(GDAL_FOUND AND EXPAT_FOUND AND FAIRWAY_OSMIUM AND FAIRWAY_PROTOZERO)
    add_subdirectory(programs/gdal)
  endif()
  execute_process(COMMAND /usr/bin/python3 -c "import svgelements" RESULT_VARIABLE fault
                  OUTPUT_QUIET ERROR_QUIET)
  if(fault EQUAL 0)
    fairway_link_script(fairway-svg programs/svg/fairway_svg.py)
  endif()
endfunction()
