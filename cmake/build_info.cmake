# Makes generated/build_info.hpp with the version, commit and compiler of the build. Every build reads the commit again,
# and rewrites the header only if its content has changed.

string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" flags)
if(FAIRWAY_SANITIZERS)
  string(APPEND flags " -fsanitize=${FAIRWAY_SANITIZERS}")
endif()

set(libraries
    "CGAL ${CGAL_VERSION}, Boost ${Boost_VERSION_STRING}, fmt ${fmt_VERSION}, SQLite ${SQLite3_VERSION}, \
nlohmann-json ${nlohmann_json_VERSION}, toml++ ${tomlplusplus_VERSION}")

set(header ${CMAKE_BINARY_DIR}/include/generated/build_info.hpp)
set(write_header
    ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DHEADER=${header}
    -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    "-DFLAGS=${flags}" "-DLIBRARIES=${libraries}" -P ${CMAKE_SOURCE_DIR}/cmake/write_build_info.cmake)
execute_process(COMMAND ${write_header} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(fairway_build_info COMMAND ${write_header} BYPRODUCTS ${header}
                  COMMENT "Looking at the commit" VERBATIM)
