import { isInside } from "@skein/platform/folders";
import { expect, it } from "vitest";

it.each([
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/a/..b", "/a", true],
  ["/ab", "/a", false],
  ["/", "/a", false],
  ["/b", "/a", false],
  ["/a", "/", true],
  ["/", "/", true],
  ["/a/", "/a", true],
  ["/a/../b", "/a", false],
  ["/b/../a/c", "/a", true],
  ["/a/..", "/a", false],
  ["/a//b", "/a", true],
  ["/a/./b", "/a/b", true],
  ["/a/b", "/a/../a", true],
  ["/a/...", "/a", true],
])("%s inside %s: %s", (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected);
});
