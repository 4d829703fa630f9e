#include "algorithms/smoothing/smoother.hpp"

#include <stdexcept>

namespace fairway {

void smooth(Smoother smoother, const FreeSpace& space, Point start, Point goal,
            std::span<const Portal> corridor, SmoothingScratch& scratch, Path& path) {
  switch (smoother) {
    case Smoother::kNone:
      return;
    case Smoother::kShortcut:
      shortcut(space, scratch.shortcut, path);
      return;
    case Smoother::kFunnel:
      pull_string(start, goal, corridor, scratch.funnel, path);
      return;
    case Smoother::kHomotopic:
      homotopic_shortest(space, scratch.homotopic, path);
      return;
    case Smoother::kCells:
      throw std::logic_error(
          "smooth() does not support the smoother 'cells', because this smoother needs the cells "
          "of the representation; call drop_points() instead");
  }
}

}  // namespace fairway
