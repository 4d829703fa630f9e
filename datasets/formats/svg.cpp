#include "datasets/formats/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "datasets/formats/svg_shapes.hpp"
#include "datasets/formats/united_areas.hpp"

namespace fairway {

namespace {

/// What an element inherits.
struct SvgState {
  Affine map;
  std::string fill = "black";
  std::string stroke = "none";
  std::string fill_rule = "nonzero";
  bool hidden = false;
  /// The role that an option gave to this element or one round it.
  std::optional<std::size_t> role;
};

/// Of options, the first that selects an element decides.
constexpr std::array<std::string_view, 4> kSvgRoles{"ignore", "floor", "obstacles", "walls"};
enum SvgRole : std::size_t { kIgnored, kFloor, kObstacle, kWalls };

/// The value of a property in `style`, or of the attribute.
std::optional<std::string> property(pugi::xml_node node, std::string_view name) {
  std::string_view style = node.attribute("style").value();
  while (!style.empty()) {
    const std::string_view part = style.substr(0, style.find(';'));
    style.remove_prefix(std::min(style.size(), part.size() + 1));
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos || trim(part.substr(0, colon)) != name) continue;
    return std::string(trim(part.substr(colon + 1)));
  }
  const pugi::xml_attribute attribute = node.attribute(std::string(name).c_str());
  return attribute ? std::optional<std::string>(trim(attribute.value())) : std::nullopt;
}

class SvgReader {
 public:
  SvgReader(const TextFile& source, const MapOptions& options)
      : source_(source), options_(options) {}

  WorldFile read() {
    const pugi::xml_parse_result parsed =
        document_.load_buffer(source_.text().data(), source_.text().size());
    if (!parsed) {
      fail_at(parsed.offset,
              fmt::format("no XML: {}; expected an SVG drawing", parsed.description()));
    }
    const pugi::xml_node root = document_.document_element();
    if (local_name(root) != "svg") fail(root, "the root is not 'svg'; expected an SVG drawing");
    for (std::size_t role = 0; role < kSvgRoles.size(); ++role) {
      selectors_[role] = options_.texts(kSvgRoles[role]);
    }
    scale_ = options_.number("scale", 1e-9, 1e9).value_or(1);
    read_view(root);
    SvgState state;
    state.map = {scale_, 0, 0, -scale_, 0, 0};
    tolerance_ = scale_ * tolerance_of(root);
    for (const pugi::xml_node child : root.children()) visit(child, state, 0);
    return make_world(root);
  }

 private:
  static constexpr int kMaxDepth = 200;
  static constexpr std::size_t kMostElements = 2'000'000;

  [[noreturn]] void fail_at(std::ptrdiff_t offset, const std::string& what) const {
    const std::string_view before =
        source_.text().substr(0, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    const auto line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
    source_.fail(std::min(line, last_line(source_.text())), what);
  }
  [[noreturn]] void fail(pugi::xml_node node, const std::string& what) const {
    fail_at(node.offset_debug(), what);
  }

  void read_view(pugi::xml_node root) {
    const pugi::xml_attribute view = root.attribute("viewBox");
    if (view) {
      std::vector<double> values;
      try {
        values = read_numbers(view.value());
      } catch (const SvgFault&) {
      }
      if (values.size() != 4 || values[2] <= 0 || values[3] <= 0) {
        fail(root, fmt::format("viewBox={}; expected x, y, width and height, the last two above 0",
                               in_quotes(view.value())));
      }
      view_ =
          Polygons::Segment{{values[0], values[1]}, {values[0] + values[2], values[1] + values[3]}};
    }
    if (root.attribute("width") || root.attribute("height")) {
      notes_.push_back(fmt::format(
          "The drawing is {} wide and {} high, says the file; coordinates "
          "are user units.",
          in_quotes(root.attribute("width").value()), in_quotes(root.attribute("height").value())));
    }
  }

  /// A ten-thousandth of the longer side of the drawing.
  double tolerance_of(pugi::xml_node root) const {
    if (const auto stated = options_.number("tolerance", 1e-12, 1e12)) return *stated;
    const double side = view_ ? std::max(view_->b.x - view_->a.x, view_->b.y - view_->a.y)
                              : std::max(plain_number(root, "width"), plain_number(root, "height"));
    return side > 0 ? side / 1e4 : 0.01;
  }

  static double plain_number(pugi::xml_node node, const char* name) {
    try {
      const auto values = read_numbers(node.attribute(name).value());
      return values.size() == 1 ? values[0] : 0;
    } catch (const SvgFault&) {
      return 0;
    }
  }

  bool selects(std::string_view selector, pugi::xml_node node, const SvgState& state) const {
    const auto is = [&](std::string_view prefix, std::string_view value) {
      return selector.starts_with(prefix) && !value.empty() &&
             equal_ignoring_case(selector.substr(prefix.size()), value);
    };
    if (selector.starts_with('.')) {
      std::vector<std::string_view> classes;
      split_fields(node.attribute("class").value(), classes);
      return std::ranges::find(classes, selector.substr(1)) != classes.end();
    }
    const auto paints = [&](std::string_view prefix, std::string_view value) {
      return is_svg_shape(local_name(node)) && is(prefix, value);
    };
    return selector == local_name(node) || is("#", node.attribute("id").value()) ||
           is("layer:", node.attribute("inkscape:label").value()) || paints("fill:", state.fill) ||
           paints("stroke:", state.stroke);
  }

  /// An element's own state. Selectors by paint apply to shapes only: groups pass their paint on.
  SvgState inherit(const SvgState& from, pugi::xml_node node) {
    SvgState state = from;
    if (const auto fill = property(node, "fill"); fill && *fill != "inherit") state.fill = *fill;
    if (const auto stroke = property(node, "stroke"); stroke && *stroke != "inherit") {
      state.stroke = *stroke;
    }
    if (const auto rule = property(node, "fill-rule")) state.fill_rule = *rule;
    if (property(node, "display") == "none") state.hidden = true;
    if (const auto visible = property(node, "visibility")) {
      state.hidden = from.hidden || *visible == "hidden" || *visible == "collapse";
    }
    try {
      state.map = state.map * read_transform(node.attribute("transform").value());
    } catch (const SvgFault& fault) {
      fail(node, fmt::format("transform: {}", fault.what()));
    }
    for (std::size_t role = 0; role < kSvgRoles.size(); ++role) {
      for (const std::string& selector : selectors_[role]) {
        if (!selects(selector, node, state)) continue;
        matched_.insert(selector);
        state.role = role;
        return state;
      }
    }
    return state;
  }

  void visit(pugi::xml_node node, const SvgState& parent, int depth) {
    if (node.type() != pugi::node_element) return;
    if (depth > kMaxDepth) {
      fail(node, fmt::format("elements nested or used deeper than {}; expected fewer", kMaxDepth));
    }
    if (++elements_ > kMostElements) {
      fail(node, fmt::format("more than {} elements, counting each use of one; expected fewer",
                             kMostElements));
    }
    const std::string_view name = local_name(node);
    const bool group = name == "g" || name == "a" || name == "svg" || name == "switch";
    const bool shape = is_svg_shape(name);
    if (!group && !shape && name != "use") {
      if (name == "style") notes_.push_back("A style sheet is not read, only 'style' attributes.");
      if (name == "text" || name == "image" || name == "foreignObject")
        ++left_out_[std::string(name)];
      return;
    }
    SvgState state = inherit(parent, node);
    if (state.role == kIgnored) return;
    if (state.hidden) {
      ++hidden_;
      return;
    }
    if (group) {
      if (name == "svg") {
        state.map = state.map * offset_of(node);
      }
      for (const pugi::xml_node child : node.children()) visit(child, state, depth + 1);
    } else if (name == "use") {
      use(node, state, depth);
    } else {
      draw(node, name, state);
    }
  }

  Affine offset_of(pugi::xml_node node) const {
    try {
      return {1, 0, 0, 1, svg_number(node, "x", 0), svg_number(node, "y", 0)};
    } catch (const SvgFault& fault) {
      fail(node, fault.what());
    }
  }

  void use(pugi::xml_node node, SvgState state, int depth) {
    const pugi::xml_attribute href =
        node.attribute("href") ? node.attribute("href") : node.attribute("xlink:href");
    const std::string_view target = href.value();
    if (!target.starts_with('#')) {
      fail(node, fmt::format("use of {}; expected '#' and the id of an element of this file",
                             in_quotes(target)));
    }
    if (ids_.empty()) gather_ids();
    const auto found = ids_.find(target.substr(1));
    if (found == ids_.end()) {
      fail(node, fmt::format("use of {}; expected the id of an element", in_quotes(target)));
    }
    state.map = state.map * offset_of(node);
    if (local_name(found->second) == "symbol") {
      for (const pugi::xml_node child : found->second.children()) visit(child, state, depth + 1);
    } else {
      visit(found->second, state, depth + 1);
    }
  }

  void gather_ids() {
    for (pugi::xml_node node = document_.document_element(); node;) {
      if (const pugi::xml_attribute id = node.attribute("id")) ids_.emplace(id.value(), node);
      if (node.first_child()) {
        node = node.first_child();
        continue;
      }
      while (node && !node.next_sibling()) node = node.parent();
      if (node) node = node.next_sibling();
    }
  }

  void draw(pugi::xml_node node, std::string_view name, const SvgState& state) {
    std::vector<Subpath> paths;
    Pen pen(state.map, tolerance_, paths);
    try {
      draw_svg_shape(node, pen);
    } catch (const SvgFault& fault) {
      fail(node, fmt::format("{}: {}", name, fault.what()));
    } catch (const std::length_error& fault) {
      fail(node, fmt::format("{}: {}; expected a greater tolerance", name, fault.what()));
    }
    for (const Subpath& path : paths) {
      points_ += path.points.size();
      for (const Point p : path.points) {
        if (is_coordinate(p.x) && is_coordinate(p.y)) continue;
        fail(node, fmt::format("{}: a point at ({}, {}); expected coordinates that are 0 or of a "
                               "magnitude from 1e-70 to 1e70",
                               name, p.x, p.y));
      }
    }
    if (points_ > Pen::kMostPoints) {
      fail(node, fmt::format("more than {} points up to here; expected fewer", Pen::kMostPoints));
    }
    const bool filled = state.fill != "none" && name != "line";
    const bool stroked = state.stroke != "none";
    if (!state.role && !filled && !stroked) {
      ++invisible_;
      return;
    }
    keep(paths, state.role.value_or(filled ? kObstacle : kWalls), state.fill_rule == "evenodd");
  }

  static double twice_area_of(const Ring& ring) {
    double sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      sum += twice_area(ring.front(), ring[i], ring[(i + 1) % ring.size()]);
    }
    return sum;
  }

  void keep(std::vector<Subpath>& paths, std::size_t role, bool even_odd) {
    ++counts_[role];
    if (role == kWalls) {
      for (const Subpath& path : paths) {
        for (std::size_t i = 1; i < path.points.size(); ++i) {
          walls_.push_back({path.points[i - 1], path.points[i]});
        }
        if (path.closed) walls_.push_back({path.points.back(), path.points.front()});
      }
      return;
    }
    const auto runs_left = [](const Subpath& path) { return twice_area_of(path.points) >= 0; };
    const auto left = static_cast<std::size_t>(std::ranges::count_if(paths, runs_left));
    const bool one_way = left == 0 || left == paths.size();
    if (!even_odd && !one_way) ++both_ways_;
    // Rings that run one way, filled by the rule 'nonzero', cover what any of them does.
    Area area;
    area.free = role == kFloor;
    for (Subpath& path : paths) {
      area.rings.push_back(std::move(path.points));
      if (even_odd || !one_way) continue;
      areas_.push_back(area);
      area.rings.clear();
    }
    if (!area.rings.empty()) areas_.push_back(std::move(area));
  }

  void add_box(pugi::xml_node root) {
    Point least;
    Point most;
    if (view_) {
      const Affine map{scale_, 0, 0, -scale_, 0, 0};
      least = {map(view_->a).x, map(view_->b).y};
      most = {map(view_->b).x, map(view_->a).y};
    } else {
      bool first = true;
      const auto grow = [&](Point p) {
        least = first ? p : Point{std::min(least.x, p.x), std::min(least.y, p.y)};
        most = first ? p : Point{std::max(most.x, p.x), std::max(most.y, p.y)};
        first = false;
      };
      for (const Area& area : areas_) {
        for (const Ring& ring : area.rings) std::ranges::for_each(ring, grow);
      }
      for (const auto& [a, b] : walls_) {
        grow(a);
        grow(b);
      }
    }
    if (!(least.x < most.x && least.y < most.y)) {
      fail(root, "nothing is drawn; expected shapes, or a viewBox");
    }
    areas_.push_back({{{least, {most.x, least.y}, most, {least.x, most.y}}}, true});
    notes_.push_back(fmt::format("Free is the {} but for what blocks.",
                                 view_ ? "viewBox" : "box of all that is drawn"));
  }

  WorldFile make_world(pugi::xml_node root) {
    for (std::size_t role = 0; role < kSvgRoles.size(); ++role) {
      for (const std::string& selector : selectors_[role]) {
        if (matched_.contains(selector)) continue;
        options_.fail(kSvgRoles[role],
                      fmt::format("{} selects nothing; expected #ID, .CLASS, layer:NAME, "
                                  "fill:COLOUR, stroke:COLOUR or an element's name, of the drawing",
                                  in_quotes(selector)));
      }
    }
    const auto note = [&](std::size_t count, std::string_view what) {
      if (count > 0) notes_.push_back(fmt::format("{} {}.", count, what));
    };
    if (counts_[kFloor] == 0) add_box(root);
    note(counts_[kFloor], "shapes are floor");
    note(counts_[kObstacle], "shapes are obstacles");
    note(counts_[kWalls], "shapes are walls of zero width: the width of strokes is not read");
    note(hidden_, "hidden elements were left out");
    note(invisible_, "shapes with neither fill nor stroke were left out");
    note(
        both_ways_,
        "paths of the rule 'nonzero' have rings in both directions: they were filled by 'evenodd'");
    for (const auto& [name, count] : left_out_) {
      note(count, fmt::format("'{}' elements were left out", name));
    }
    notes_.push_back(
        fmt::format("Curves were flattened to a tolerance of {}.", short_number(tolerance_)));
    WorldFile world = unite(source_, areas_, walls_, std::move(notes_));
    world.units.origin = "that of the drawing, y up: the drawing's y is negated";
    return world;
  }

  static std::string short_number(double value) { return fmt::format("{:.6g}", value); }

  const TextFile& source_;
  const MapOptions& options_;
  pugi::xml_document document_;
  std::array<std::vector<std::string>, 4> selectors_;
  std::set<std::string> matched_;
  std::map<std::string, pugi::xml_node, std::less<>> ids_;
  std::optional<Polygons::Segment> view_;  ///< from the upper left corner to the lower right one
  double scale_ = 1;
  double tolerance_ = 1;
  std::vector<Area> areas_;
  std::vector<Polygons::Segment> walls_;
  std::vector<std::string> notes_;
  std::array<std::size_t, 4> counts_{};
  std::map<std::string, std::size_t> left_out_;
  std::size_t elements_ = 0;
  std::size_t points_ = 0;
  std::size_t hidden_ = 0;
  std::size_t invisible_ = 0;
  std::size_t both_ways_ = 0;
};

}  // namespace

bool looks_like_svg(std::string_view text) {
  constexpr std::size_t kProlog = 4096;
  text = text.substr(0, kProlog);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
  return text.starts_with('<') && (text.find("<svg") != std::string_view::npos ||
                                   text.find("<svg:svg") != std::string_view::npos);
}

WorldFile parse_svg(const TextFile& source, const MapOptions& options) {
  return SvgReader(source, options).read();
}

}  // namespace fairway
