# generated/report_page.hpp: the page that `fairway report` fills, so that the program needs no file.
# Its modules become one program: in this order, without the lines that import, and without `export`.
# So their names are unique, as in sources that are compiled together.

set(page ${CMAKE_SOURCE_DIR}/harness/report/page)
set(FAIRWAY_PAGE_MODULES dom words numbers twister statistics store methods state selection summary
                         intervals costs conditions table charting dot_charts share_charts length_chart total_chart
                         anytime_charts cause_charts growth_charts follow_costs change_charts charts break_even by_family pairs findings pair_table
                         heat crossovers changes pictures explorer traces replay worst worst_maps advice comparison export page)

# embed(<variable> <file>): the file's text.
function(embed variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(FIND "${text}" ")page\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${file}: holds )page\", expected a text without the end of a raw string")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

embed(PAGE_HTML ${page}/page.html)
embed(PAGE_STYLE ${page}/page.css)
embed(PAGE_LIBRARY ${CMAKE_SOURCE_DIR}/harness/report/vendor/echarts.common.min.js)
set(PAGE_PROGRAM "")
foreach(name IN LISTS FAIRWAY_PAGE_MODULES)
  embed(module ${page}/${name}.js)
  string(REGEX REPLACE "(^|\n)import [^;]*;" "\\1" module "${module}")
  string(REGEX REPLACE "(^|\n)export " "\\1" module "${module}")
  string(APPEND PAGE_PROGRAM "${module}")
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/cmake/report_page.hpp.in
               ${CMAKE_BINARY_DIR}/include/generated/report_page.hpp @ONLY)
