# All dependencies are packages of the Linux distribution; scripts/lib.sh lists the packages.

# Packages that users of the installed libraries need too, as arguments of find_package.
set(FAIRWAY_PUBLIC_DEPENDENCIES "Boost 1.74" CLI11 "fmt 9" nanoflann nlohmann_json PNG SQLite3
                                tomlplusplus yaml-cpp ZLIB)
# These two libraries are linked statically where possible. Each program then looks up half as many symbols when it
# starts.
find_library(SQLite3_LIBRARY NAMES libsqlite3.a sqlite3)
find_library(PNG_LIBRARY_RELEASE NAMES libpng.a png)
foreach(dependency IN LISTS FAIRWAY_PUBLIC_DEPENDENCIES)
  separate_arguments(dependency)
  find_package(${dependency} REQUIRED)
endforeach()
# The archives of libpng and yaml-cpp are not position-independent. A shared library therefore links the
# shared versions.
find_library(FAIRWAY_SHARED_PNG NAMES png REQUIRED)
set(shared $<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>)
set(FAIRWAY_PNG $<BUILD_INTERFACE:$<IF:${shared},${FAIRWAY_SHARED_PNG},PNG::PNG>> $<INSTALL_INTERFACE:PNG::PNG>)
set(FAIRWAY_YAML yaml-cpp)
find_library(FAIRWAY_YAML_ARCHIVE NAMES libyaml-cpp.a)
if(FAIRWAY_YAML_ARCHIVE)
  add_library(yaml_archive STATIC IMPORTED)
  set_target_properties(yaml_archive PROPERTIES IMPORTED_LOCATION ${FAIRWAY_YAML_ARCHIVE}
    INTERFACE_INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:yaml-cpp,INTERFACE_INCLUDE_DIRECTORIES>")
  set(FAIRWAY_YAML $<BUILD_INTERFACE:$<IF:${shared},yaml-cpp,yaml_archive>> $<INSTALL_INTERFACE:yaml-cpp>)
endif()
find_package(CGAL 5.5 REQUIRED)
find_package(benchmark REQUIRED)
# libsodium has no CMake package, so it is linked by its name.
find_library(FAIRWAY_SODIUM NAMES libsodium.a sodium REQUIRED)
