# The library of an exported entry, see scripts/gppc_export.sh: FAIRWAY_METHOD of FAIRWAY_ADAPTER.
fairway_registry(entry_registry ${FAIRWAY_ADAPTER})
add_library(GPPCentry SHARED programs/gppc/exported_entry.cpp)
target_compile_definitions(GPPCentry PRIVATE FAIRWAY_METHOD="${FAIRWAY_METHOD}")
target_link_libraries(GPPCentry PRIVATE entry_registry)
target_link_options(GPPCentry PRIVATE LINKER:--exclude-libs,ALL)
