# generated/result_schema.hpp: harness/store/schema.sql as a string, so that the program needs no file.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/harness/store/schema.sql)
file(READ ${CMAKE_SOURCE_DIR}/harness/store/schema.sql SCHEMA)
configure_file(${CMAKE_SOURCE_DIR}/cmake/result_schema.hpp.in
               ${CMAKE_BINARY_DIR}/include/generated/result_schema.hpp @ONLY)
