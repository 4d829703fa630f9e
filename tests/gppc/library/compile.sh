#!/bin/bash
mkdir -p lib
${CXX:-g++} -std=c++17 -O1 -Wall -Wextra -Werror -fPIC -shared -I "$TOY_ROOT" Entry.cpp -o lib/libGPPCentry.so
