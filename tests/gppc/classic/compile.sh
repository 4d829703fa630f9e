#!/bin/bash
# shellcheck disable=SC2086
${CXX:-g++} -std=c++11 -O1 -Wall -Wextra -Werror -I "$TOY_ROOT" ${TOY_FLAGS:-} ./*.cpp -o run
