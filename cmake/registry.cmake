# generated/registered_representations.hpp: the list of adapters as a type.

# New adapters' headers are noticed by the next build.
file(GLOB_RECURSE fairway_adapter_headers CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/algorithms/representations/*.hpp)

# fairway_representation(<name> <header> <type>): registers an adapter. One whose header is absent
# is left out, with a line that says so.
function(fairway_representation name header type)
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${header})
    message(STATUS "Representation ${name} is left out: there is no ${header}")
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY fairway_registry_headers ${header})
  set_property(GLOBAL APPEND PROPERTY fairway_registry_types ${type})
endfunction()

# fairway_write_registry(): writes the header, once all adapters are registered.
function(fairway_write_registry)
  get_property(headers GLOBAL PROPERTY fairway_registry_headers)
  get_property(types GLOBAL PROPERTY fairway_registry_types)
  set(INCLUDES "")
  foreach(header IN LISTS headers)
    string(APPEND INCLUDES "#include \"${header}\"\n")
  endforeach()
  set(CHECKS "")
  foreach(type IN LISTS types)
    string(APPEND CHECKS "static_assert(check_representation<${type}>());\n")
  endforeach()
  list(JOIN types ", " TYPES)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/registered_representations.hpp.in
                 ${CMAKE_BINARY_DIR}/generated/registered_representations.hpp @ONLY)
endfunction()
