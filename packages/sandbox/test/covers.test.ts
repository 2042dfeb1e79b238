import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { coversFor } from "../src/barrier/covers.ts";
import { readHosts } from "../src/network/host-list.ts";

function folder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-covers-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

describe("what covers protected paths", () => {
  it("is read-only where a path is protected, also where another one is in it or it is writable itself", () => {
    const root = folder();
    mkdirSync(join(root, "a/b"), { recursive: true });
    mkdirSync(join(root, "own"));
    for (const protect of [
      [join(root, "a/b"), join(root, "a")],
      [join(root, "a"), join(root, "a/b")],
    ])
      expect(coversFor(protect, [root])).toEqual([{ path: join(root, "a"), kind: "read-only" }]);
    expect(coversFor([join(root, "own")], [root, join(root, "own")])).toEqual([
      { path: join(root, "own"), kind: "read-only" },
    ]);
  });

  it("keeps the folders above in their place, and leaves the rest of them writable", () => {
    const root = folder();
    mkdirSync(join(root, "long/b/c"), { recursive: true });
    expect(coversFor([join(root, "long/b/c"), join(root, "long/b"), "/elsewhere"], [root])).toEqual([
      { path: join(root, "long"), kind: "keep" },
      { path: join(root, "long/b"), kind: "read-only" },
    ]);
    expect(coversFor([join(root, "long/b"), join(root, "long/b/c")], [root])).toHaveLength(2);
  });

  it("is measured from the nearest writable folder", () => {
    const root = folder();
    mkdirSync(join(root, "a/b/c"), { recursive: true });
    for (const writable of [
      [root, join(root, "a")],
      [join(root, "a"), root],
    ])
      expect(coversFor([join(root, "a/b/c")], writable)).toEqual([
        { path: join(root, "a/b"), kind: "keep" },
        { path: join(root, "a/b/c"), kind: "read-only" },
      ]);
  });

  it("makes nothing, and covers neither links nor what does not exist", () => {
    const root = folder();
    mkdirSync(join(root, "a"));
    writeFileSync(join(root, "file"), "");
    symlinkSync("a", join(root, "link"));
    const protect = ["missing", "link", "a/missing", "file/below"].map((name) => join(root, name));
    expect(coversFor(protect, [root])).toEqual([
      { path: join(root, "a"), kind: "keep" },
      { path: join(root, "file"), kind: "keep" },
    ]);
    expect(readdirSync(root)).toEqual(["a", "file", "link"]);
  });
});

describe("hosts of this machine", () => {
  it.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s needs a port", (host) => {
    expect(() => readHosts([host])).toThrow(/name one of its ports/);
    const { ports } = readHosts(["example.com:443", `${host}:8080`]);
    expect(ports).toEqual([{ host: host.replace(/[[\]]/g, ""), port: 8080 }]);
  });
});
