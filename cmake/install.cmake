# Installs the program, the libraries with headers, the Python package, the data, and the package for
# find_package(Fairway).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(INCLUDE_FOLDER ${CMAKE_INSTALL_INCLUDEDIR}/fairway)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fairway)
set(share_folder ${CMAKE_INSTALL_DATADIR}/fairway)
set(DATASETS_FOLDER ${share_folder}/datasets)

set(libraries fairway_compiler)
foreach(name geometry freespace graph search preprocessing settings smoothing representations
             ancestors solvers reference methods changing_space changes datasets ${FAIRWAY_HARNESS})
  list(APPEND libraries fairway_${name})
endforeach()
foreach(name IN LISTS FAIRWAY_ADAPTERS)
  get_target_property(library Fairway::adapter_${name} ALIASED_TARGET)
  list(APPEND libraries ${library})
endforeach()
foreach(name IN LISTS FAIRWAY_CHANGES)
  get_target_property(library Fairway::changes_${name} ALIASED_TARGET)
  list(APPEND libraries ${library})
endforeach()
foreach(group basic further ancestors solvers changes)
  if(TARGET fairway_joined_${group})
    list(APPEND libraries fairway_joined_${group})
  endif()
endforeach()
install(TARGETS fairway fairway_c ${libraries} EXPORT FairwayTargets INCLUDES DESTINATION ${INCLUDE_FOLDER})
install(EXPORT FairwayTargets NAMESPACE Fairway:: DESTINATION ${package_folder})

install(DIRECTORY algorithms datasets harness DESTINATION ${INCLUDE_FOLDER}
        FILES_MATCHING PATTERN "*.hpp"
        PATTERN benchmarks EXCLUDE
        PATTERN maps EXCLUDE PATTERN sweeps EXCLUDE PATTERN terrain EXCLUDE)
install(FILES harness/main.cpp DESTINATION ${INCLUDE_FOLDER}/harness)

install(DIRECTORY datasets/maps datasets/sweeps datasets/terrain DESTINATION ${DATASETS_FOLDER})
install(PROGRAMS scripts/plot.py scripts/compare.py scripts/report.py DESTINATION ${share_folder}/scripts)
install(DIRECTORY scripts/fairway_results DESTINATION ${share_folder}/scripts
        PATTERN __pycache__ EXCLUDE)
install(FILES docs/playground.html DESTINATION ${share_folder}/docs)  # the playground in reports
install(FILES include/fairway.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY bindings/python/fairway DESTINATION ${share_folder}/python PATTERN __pycache__ EXCLUDE)
install(FILES results/README.md DESTINATION ${share_folder}/results)
install(DIRECTORY results/published DESTINATION ${share_folder}/results)
install(FILES LICENSE DESTINATION ${share_folder})

list(TRANSFORM FAIRWAY_PUBLIC_DEPENDENCIES REPLACE "(.+)" "find_dependency(\\1)\n"
     OUTPUT_VARIABLE FIND_DEPENDENCIES)
list(JOIN FIND_DEPENDENCIES "" FIND_DEPENDENCIES)
set(written ${CMAKE_BINARY_DIR}/package)
configure_package_config_file(cmake/FairwayConfig.cmake.in ${written}/FairwayConfig.cmake
                              INSTALL_DESTINATION ${package_folder}
                              PATH_VARS INCLUDE_FOLDER DATASETS_FOLDER)
write_basic_package_version_file(${written}/FairwayConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${written}/FairwayConfig.cmake ${written}/FairwayConfigVersion.cmake
              cmake/programs.cmake cmake/registered.cpp.in
              cmake/registered_representations.hpp.in cmake/built_in_registry.cpp.in
              cmake/registered_changes.cpp.in cmake/built_in_changes.cpp.in
        DESTINATION ${package_folder})
