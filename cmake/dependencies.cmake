# Everything comes from the distribution's packages; scripts/lib.sh lists them.

find_package(Boost 1.74 REQUIRED)
find_package(CGAL 5.5 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(nanoflann REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Threads REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(benchmark REQUIRED)
