#pragma once

#include <cstdint>
#include <string>
#include <vector>

#ifdef TOY_CORNERS
typedef double Number;
#else
typedef std::int16_t Number;
#endif

struct xyLoc {
  Number x;
  Number y;
};

void PreprocessMap(const std::vector<bool>& bits, int width, int height,
                   const std::string& filename);
void* PrepareForSearch(const std::vector<bool>& bits, int width, int height,
                       const std::string& filename);
bool GetPath(void* data, xyLoc s, xyLoc g, std::vector<xyLoc>& path);
std::string GetName();
