# Builds the library of an exported entry: method FAIRWAY_METHOD of adapter FAIRWAY_ADAPTER. See scripts/gppc_export.sh.
fairway_registry(entry_registry ${FAIRWAY_ADAPTER})
add_library(GPPCentry SHARED programs/gppc/exported_entry.cpp)
target_compile_definitions(GPPCentry PRIVATE FAIRWAY_METHOD="${FAIRWAY_METHOD}")
target_link_libraries(GPPCentry PRIVATE entry_registry)
target_link_options(GPPCentry PRIVATE LINKER:--exclude-libs,ALL)
