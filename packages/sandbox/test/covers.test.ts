import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
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
    ]) {
      const { covers, release } = coversFor(protect, [root], rmdirSync);
      expect(covers).toEqual([{ path: join(root, "a"), kind: "read-only" }]);
      release();
    }
    const { covers, release } = coversFor([join(root, "own")], [root, join(root, "own")], rmdirSync);
    expect(covers).toEqual([{ path: join(root, "own"), kind: "read-only" }]);
    release();
  });

  it("keeps the folders above in their place, and leaves the rest of them writable", () => {
    const root = folder();
    mkdirSync(join(root, "a/b"), { recursive: true });
    const { covers, release } = coversFor([join(root, "a/b"), "/elsewhere"], [root], rmdirSync);
    expect(covers).toEqual([
      { path: join(root, "a"), kind: "keep" },
      { path: join(root, "a/b"), kind: "read-only" },
    ]);
    release();
  });

  it("leaves no placeholder behind, also when a path cannot be protected", () => {
    const root = folder();
    writeFileSync(join(root, "real"), "");
    symlinkSync(join(root, "real"), join(root, "link"));
    const { release } = coversFor([join(root, "missing")], [root], rmdirSync);
    expect(readdirSync(root)).toContain("missing");
    release();
    expect(readdirSync(root)).toEqual(["link", "real"]);
    const both = [join(root, "missing"), join(root, "link")];
    expect(() => coversFor(both, [root], rmdirSync)).toThrow(/symbolic link/);
    expect(readdirSync(root)).toEqual(["link", "real"]);
  });
});

describe("hosts of this machine", () => {
  it.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s needs a port", (host) => {
    expect(() => readHosts([host])).toThrow(/name one of its ports/);
    const { ports } = readHosts(["example.com:443", `${host}:8080`]);
    expect(ports).toEqual([{ host: host.replace(/[[\]]/g, ""), port: 8080 }]);
  });
});
