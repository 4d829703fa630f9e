# Functions that make programs with a chosen list of adapters. Projects that use find_package(Fairway) can call them
# too. Set FAIRWAY_INCLUDE_ROOT before including this file: paths in #include lines are relative to this folder.

# fairway_representation(<name> <header> <type> [<library>...]): declares an adapter and appends its
# name to FAIRWAY_ADAPTERS. <name> is the kName of the type. <header> is a path relative to the current
# source folder or to Fairway's root. <type> is a qualified name. The planner of the adapter is
# compiled in the library fairway_adapter_<name>, with _ instead of -, which links to the given
# libraries.
function(fairway_representation name header type)
  fairway_declare(representation ${name} ${header} ${type} ${ARGN})
  set(FAIRWAY_ADAPTERS ${FAIRWAY_ADAPTERS} ${name} PARENT_SCOPE)
endfunction()

# fairway_solver(<name> <header> <type> [<library>...]): declares a solver, like
# fairway_representation().
function(fairway_solver name header type)
  fairway_declare(solver ${name} ${header} ${type} ${ARGN})
  set(FAIRWAY_ADAPTERS ${FAIRWAY_ADAPTERS} ${name} PARENT_SCOPE)
endfunction()

# fairway_generated_library(<target> <source> <library>...): adds a static library of a generated source
# that links to the libraries. If FAIRWAY_JOINED_ADAPTERS has the name of a group, all sources of the
# group are compiled as one in the library fairway_joined_<group>, in half the time, and <target> only
# links to this library.
function(fairway_generated_library target source)
  set(library ${target})
  if(FAIRWAY_JOINED_SOURCES AND FAIRWAY_JOINED_ADAPTERS)
    set(library fairway_joined_${FAIRWAY_JOINED_ADAPTERS})
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${library})
    cmake_path(GET source FILENAME file)
    set(source ${CMAKE_BINARY_DIR}/joined/${library}.cpp)
  endif()
  if(NOT TARGET ${library})
    add_library(${library} STATIC ${source})
    if(NOT library STREQUAL target)
      file(GENERATE OUTPUT ${source} CONTENT "$<JOIN:$<TARGET_PROPERTY:${library},FAIRWAY_LINES>,\n>\n")
      set_target_properties(${library} PROPERTIES EXPORT_NAME joined_${FAIRWAY_JOINED_ADAPTERS})
      if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # inlines as much as in separate sources
        target_compile_options(${library} PRIVATE "SHELL:--param large-unit-insns=1000000")
      endif()
    endif()
    if(FAIRWAY_JOINED_SOURCES AND NOT EMSCRIPTEN)  # compiles the headers of all adapters once
      get_property(first GLOBAL PROPERTY FAIRWAY_FIRST_ADAPTER)
      if(first)
        target_precompile_headers(${library} REUSE_FROM ${first})
      else()
        set_property(GLOBAL PROPERTY FAIRWAY_FIRST_ADAPTER ${library})
        target_precompile_headers(${library} PRIVATE <algorithms/methods/register_representation.hpp>
                                  <algorithms/methods/register_solver.hpp>)
      endif()
    endif()
  endif()
  if(NOT library STREQUAL target)
    set_property(TARGET ${library} APPEND PROPERTY FAIRWAY_LINES "#include \"../generated/${file}\"")
  endif()
  target_link_libraries(${library} PUBLIC ${ARGN})
endfunction()

# fairway_declare(<kind> <name> <header> <type> [<library>...]): checks the arguments and adds a
# representation or a solver.
function(fairway_declare KIND name header type)
  if(NOT name MATCHES "^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    message(FATAL_ERROR "fairway_${KIND}: '${name}' is no name: expected lower-case words of \
letters and digits, joined by dashes")
  endif()
  if(TARGET Fairway::adapter_${name})
    message(FATAL_ERROR "fairway_${KIND}: '${name}' is declared twice")
  endif()
  cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE own)
  if(EXISTS ${own} AND NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL FAIRWAY_INCLUDE_ROOT)
    set(HEADER ${own})
  elseif(EXISTS ${FAIRWAY_INCLUDE_ROOT}/${header})
    set(HEADER ${header})
  else()
    message(FATAL_ERROR "fairway_${KIND}(${name}): there is no ${own}, and no ${header} in \
${FAIRWAY_INCLUDE_ROOT}")
  endif()
  set(NAME ${name})
  set(TYPE ${type})
  string(REPLACE - _ IDENTIFIER ${name})
  set(target fairway_adapter_${IDENTIFIER})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/${target}.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/registered.cpp.in ${source} @ONLY)
  fairway_generated_library(${target} ${source} Fairway::methods ${ARGN})
  set_target_properties(${target} PROPERTIES FAIRWAY_KIND ${KIND} FAIRWAY_HEADER "${HEADER}"
                        FAIRWAY_TYPE ${type} EXPORT_NAME adapter_${name}
                        EXPORT_PROPERTIES "FAIRWAY_KIND;FAIRWAY_HEADER;FAIRWAY_TYPE")
  add_library(Fairway::adapter_${name} ALIAS ${target})
endfunction()

# fairway_changes(<name> <header> <type>): registers the class that repairs the indices of a declared
# adapter, see IndexChanges. The class is compiled in the library fairway_changes_<name>.
function(fairway_changes name header type)
  string(REPLACE - _ IDENTIFIER ${name})
  if(NOT TARGET Fairway::adapter_${name})
    message(FATAL_ERROR "fairway_changes: there is no adapter '${name}'")
  endif()
  get_target_property(ADAPTER_HEADER Fairway::adapter_${name} FAIRWAY_HEADER)
  get_target_property(ADAPTER_TYPE Fairway::adapter_${name} FAIRWAY_TYPE)
  set(HEADER ${header})
  set(TYPE ${type})
  set(target fairway_changes_${IDENTIFIER})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/${target}.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/registered_changes.cpp.in ${source} @ONLY)
  fairway_generated_library(${target} ${source} Fairway::adapter_${name} Fairway::changes)
  set_target_properties(${target} PROPERTIES EXPORT_NAME changes_${name})
  add_library(Fairway::changes_${name} ALIAS ${target})
  set(FAIRWAY_CHANGES ${FAIRWAY_CHANGES} ${name} PARENT_SCOPE)
endfunction()

# fairway_registry(<target> <name>... [USES <text>] [BESIDE <library>]): an object library that
# defines Registry::built_in() with these adapters in this order. Programs that link it may include
# generated/registered_representations.hpp, the list of the representations' types. USES names the
# third-party library in the program, with its version; see Registry::uses(). BESIDE is
# fairway_described, the library that describes adapters of other programs
# (cmake/public_programs.cmake).
function(fairway_registry target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "USES;BESIDE" "")
  set(names ${given_UNPARSED_ARGUMENTS})
  set(USES "${given_USES}")
  if(NOT names)
    message(FATAL_ERROR "fairway_registry(${target}): expected the names of adapters")
  endif()
  set(INCLUDES "")
  set(TYPES "")
  set(DECLARATIONS "")
  set(ENTRIES "")
  set(libraries "")
  set(CHANGES_DECLARATIONS "")
  set(CHANGES_ENTRIES "")
  set(OTHER_DECLARATIONS "")
  set(OTHER_ENTRIES "")
  if(given_BESIDE)
    get_target_property(functions ${given_BESIDE} FAIRWAY_FUNCTIONS)
    foreach(function IN LISTS functions)
      string(APPEND OTHER_DECLARATIONS "AdapterType ${function}();\n")
      list(APPEND OTHER_ENTRIES "${function}()")
    endforeach()
    list(APPEND libraries ${given_BESIDE})
  endif()
  list(JOIN OTHER_ENTRIES ", " OTHER_ENTRIES)
  foreach(name IN LISTS names)
    set(library Fairway::adapter_${name})
    if(NOT TARGET ${library})
      list(JOIN FAIRWAY_ADAPTERS ", " known)
      message(FATAL_ERROR "fairway_registry(${target}): there is no adapter '${name}', \
expected some of: ${known}")
    endif()
    list(APPEND libraries ${library})
    get_target_property(kind ${library} FAIRWAY_KIND)
    if(kind STREQUAL representation)
      get_target_property(header ${library} FAIRWAY_HEADER)
      get_target_property(type ${library} FAIRWAY_TYPE)
      string(APPEND INCLUDES "#include \"${header}\"\n")
      list(APPEND TYPES ${type})
    endif()
    string(REPLACE - _ identifier ${name})
    string(APPEND DECLARATIONS "AdapterType registered_${identifier}();\n")
    list(APPEND ENTRIES "registered_${identifier}()")
    if(TARGET Fairway::changes_${name})
      list(APPEND libraries Fairway::changes_${name})
      string(APPEND CHANGES_DECLARATIONS "RegisteredChanges registered_changes_${identifier}();\n")
      list(APPEND CHANGES_ENTRIES "registered_changes_${identifier}()")
    endif()
  endforeach()
  set(SEARCHES "")
  if(TARGET Fairway::changes)
    list(APPEND libraries Fairway::changes)
    string(APPEND DECLARATIONS "RegisteredSearch registered_dstar_lite();\n")
    set(SEARCHES "registered_dstar_lite()")
  endif()
  list(JOIN TYPES ",\n    " TYPES)
  list(JOIN ENTRIES ",\n      " ENTRIES)
  list(JOIN CHANGES_ENTRIES ",\n      " CHANGES_ENTRIES)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target})
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/registered_representations.hpp.in
                 ${folder}/generated/registered_representations.hpp @ONLY)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/built_in_registry.cpp.in
                 ${folder}/generated/built_in_registry.cpp @ONLY)
  set(sources ${folder}/generated/built_in_registry.cpp)
  if(TARGET Fairway::changes)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/built_in_changes.cpp.in
                   ${folder}/generated/built_in_changes.cpp @ONLY)
    list(APPEND sources ${folder}/generated/built_in_changes.cpp)
  endif()
  add_library(${target} OBJECT ${sources})
  target_include_directories(${target} INTERFACE ${folder})
  target_link_libraries(${target} PUBLIC ${libraries} Fairway::methods)
endfunction()

# fairway_program(<target> <name>... [USES <text>] [BESIDE <library>]): the program `fairway` with these
# adapters. Its registry is the library <target>_registry; for USES and BESIDE see fairway_registry().
function(fairway_program target)
  fairway_registry(${target}_registry ${ARGN})
  add_executable(${target} ${FAIRWAY_INCLUDE_ROOT}/harness/main.cpp)
  target_link_libraries(${target} PRIVATE ${target}_registry Fairway::commands)
endfunction()
