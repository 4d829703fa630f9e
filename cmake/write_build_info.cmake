# Run by cmake -P. Writes HEADER from the commit of SOURCE_DIR and from VERSION, COMPILER, FLAGS and
# LIBRARIES.

set(COMMIT unknown)
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} describe --always --abbrev=12 --dirty --exclude=*
                  WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE described ERROR_QUIET
                  RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    set(COMMIT ${described})
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.hpp.in ${HEADER} @ONLY)
