#include "datasets/navigation_mesh.hpp"

#include <gtest/gtest.h>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/navigation_mesh_writer.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

WorldFile mesh_world(const std::string& text) {
  return parse_navigation_mesh(TextFile("a.mesh", text));
}
Mesh mesh_of(const std::string& text) { return std::get<Mesh>(mesh_world(text).content); }

const std::string kSquare2 =
    "mesh\n2\n4 2\n0 0 2 0 -1\n1.5 0 3 0 1 -1\n1.5 1.5 2 1 -1\n0 1.5 3 -1 1 0\n";
/// The example of the format's description, with its comments.
const std::string kSquare3 =
    "mesh\n3\n5 4  // 5 vertices 4 faces\n0 0   // vertex 1\n0 10\n10 10\n10 0\n5 5 // vertex 5\n"
    "0 3   4 1 5   -4 0 -2 // face 1\n";
const std::string kVertices3 = "mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n";

TEST(NavigationMesh, ReadsFormat2) {
  const Mesh square = mesh_of(kSquare2 + "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n");
  ASSERT_EQ(square.faces.size(), 2U);
  EXPECT_EQ(square.faces[0].wall, std::vector<bool>(3, false));
  EXPECT_DOUBLE_EQ(FreeSpace::from_mesh(square).area(), 2.25);
  EXPECT_EQ(FreeSpace::from_mesh(square).component_count(), 1);
}

TEST(NavigationMesh, ReadsFormat2WhateverItsBlanks) {
  std::string text = kSquare2 + "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";
  const Mesh lines = mesh_of(text);
  for (char& c : text) c = c == '\n' ? '\t' : c;
  EXPECT_EQ(mesh_of(text).points, lines.points);
}

TEST(NavigationMesh, AnUnlinkedSharedEdgeIsAWall) {
  const Mesh format_2 = mesh_of(kSquare2 + "3 0 1 3 -1 -1 -1\n3 1 2 3 -1 -1 -1\n");
  const Mesh format_3 = mesh_of(kVertices3 + "1 3 1 2 4 0 0 -2\n1 3 2 3 4 -1 0 0\n");
  for (const Mesh& square : {format_2, format_3}) {
    ASSERT_EQ(square.faces.size(), 2U);
    EXPECT_EQ(square.faces[0].wall, (std::vector<bool>{false, true, false}));
    EXPECT_EQ(square.faces[1].wall, (std::vector<bool>{false, false, true}));
    EXPECT_EQ(FreeSpace::from_mesh(square).component_count(), 2);
  }
}

TEST(NavigationMesh, KeepsTraversableFacesOfFormat3Only) {
  const std::string turned =
      "mesh\n3\n5 4  // 5 vertices 4 faces\n0 0   // vertex 1\n0 10\n10 10\n10 0\n5 5 // vertex 5\n"
      "0 3   1 4 5   -2 0 -4 // face 1\n1 3   2 1 5   3 0 -1\n1 3   3 2 5   4 0 2\n"
      "1 3   4 3 5   -1 0 3 // the last";
  const WorldFile world = mesh_world(turned);
  const auto& faces = std::get<Mesh>(world.content).faces;
  ASSERT_EQ(faces.size(), 3U);
  EXPECT_EQ(world.lines, (std::vector<std::vector<int>>{{10}, {11}, {12}}));
  EXPECT_DOUBLE_EQ(FreeSpace::from_mesh(std::get<Mesh>(world.content)).area(), 75);
}

TEST(NavigationMesh, DropsVerticesOfBlockedFacesOnly) {
  EXPECT_EQ(mesh_of(kVertices3 + "1 3 1 2 4 0 0 -2\n0 3 2 3 4 -1 0 0\n").points.size(), 3U);
}

TEST(NavigationMesh, NamesLineAndExpectationOfEveryFault) {
  const std::string clockwise_example =
      kSquare3 + "1 3 1 2 5 -1 0 3\n1 3 2 3 5 2 0 4\n1 3 3 4 5 3 0 -1\n";
  const std::string two = "mesh 2\n4 1\n0 0 0\n4 0 0\n4 4 0\n0 4 0\n";
  const Fault faults[] = {
      {"", 0, "'mesh'"},
      {"grid 2\n", 1, "'mesh'"},
      {"mesh\n1\n", 2, "version"},
      {"mesh\n4\n", 2, "version"},
      {"mesh\n2\n-1 2\n", 3, "the number of vertices"},
      {"mesh\n2\n0 0\n", 3, "the number of vertices"},
      {"mesh\n2\n1000000000 1\n", 3, "the rest of the file has room"},
      {"mesh\n2\n3 0\n0 0 0\n1 0 0\n0 1 0\n", 3, "the number of faces"},
      {"mesh\n2\n3 1000000000\n0 0 0\n1 0 0\n0 1 0\n", 3, "the rest of the file has room"},
      {"mesh\n2\n3 1\n0 nan 0\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1", 4, "a vertex's y"},
      {"mesh\n2\n3 1\n0 0 1 5\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1", 4, "a face beside"},
      {"mesh\n2\n3 1\n0 0 99\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1", 4, "the rest of the file has room"},
      {two + "3 0 1 4 -1 -1 -1\n", 7, "a face's vertex"},
      {two + "3 0 1 -1 -1 -1 -1\n", 7, "a face's vertex"},
      {two + "3 0 1 2 -1 -1 1\n", 7, "a face's neighbour"},
      {two + "2 0 1 -1 -1 -1 -1 -1\n", 7, "a face's vertices"},
      {two + "3 0 1 2 -1 -1\n", 7, "the file ends here"},
      {two + "3 0 1 2 -1 -1 -1 9\n", 7, "after the last face"},
      {two + "3 2 1 0 -1 -1 -1\n", 7, "counter-clockwise"},
      {two + "3 0 1 1 -1 -1 -1\n", 7, "turns right or back"},
      {two + "4 0 2 1 3 -1 -1 -1 -1\n", 7, "convex"},
      {two + "8 0 1 2 3 0 1 2 3 -1 -1 -1 -1 -1 -1 -1 -1\n", 7, "more than once"},
      {two + "3 0 1 2 -1 0 -1\n", 7, "neighbour 0 does not share the edge"},
      {clockwise_example, 10, "counter-clockwise"},
      {kVertices3 + "2 3 1 2 4 0 0 2\n1 3 2 3 4 1 0 0\n", 8, "a face's flag"},
      {kVertices3 + "1 3 1 2 4 0 0 2\n1 3 2 3 4 -1 0 0\n", 8, "one way only"},
      {kVertices3 + "1 3 1 2 4 0 0 0\n1 3 2 3 4 0 0 0\n", 8, "neighbour 0 on an edge"},
      {kVertices3 + "1 3 1 2 4 0 2 0\n1 3 2 3 4 1 0 0\n", 8, "does not share the edge"},
      {kVertices3 + "1 3 1 2 4 0 0 2\n1 3 1 2 4 0 0 1\n", 9, "the same side of an edge"},
      {kVertices3 + "0 3 1 2 4 0 0 2\n0 3 2 3 4 1 0 0\n", 9, "no face is traversable"},
  };
  for (const Fault& fault : faults) expect_fault("a.mesh", fault, mesh_world);
}

TEST(NavigationMesh, WritesAnyWorldSoThatItReadsBackTheSame) {
  for (const World& world : fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const FreeSpace read = make_free_space(mesh_world(format_navigation_mesh(space)));
    EXPECT_EQ(read.content_hash(), space.content_hash());
    EXPECT_EQ(read.component_count(), space.component_count());
  }
}

}  // namespace
}  // namespace fairway::test
