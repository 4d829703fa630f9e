# Makes generated/result_schema.hpp with harness/store/schema.sql as a string. The program then does
# not read a schema file.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/harness/store/schema.sql)
file(READ ${CMAKE_SOURCE_DIR}/harness/store/schema.sql SCHEMA)
configure_file(${CMAKE_SOURCE_DIR}/cmake/result_schema.hpp.in
               ${CMAKE_BINARY_DIR}/include/generated/result_schema.hpp @ONLY)
