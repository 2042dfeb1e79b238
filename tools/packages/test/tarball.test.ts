import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { readTarball } from "../tarball.ts";

const deep = `${"a-rather-long-folder/".repeat(5)}and-a-file.txt`;

it("gives every file of a tarball with its bytes", async () => {
  await using folder = await temporaryFolder();
  const files = { "package.json": "{}", empty: "", [deep]: "x".repeat(1000), "README.md": "ü" };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, "package", name)), { recursive: true });
    writeFileSync(join(folder.path, "package", name), text);
  }
  execFileSync("tar", ["--format=ustar", "-czf", "all.tgz", "package"], { cwd: folder.path });
  const read = [...readTarball(join(folder.path, "all.tgz"))].map(([name, bytes]) => [
    name,
    bytes.toString(),
  ]);
  expect(Object.fromEntries(read)).toEqual(files);
});

it("fails at what a package has no need of, rather than to miss it", async () => {
  await using folder = await temporaryFolder();
  symlinkSync("/etc/passwd", join(folder.path, "package"));
  execFileSync("tar", ["-czf", "link.tgz", "package"], { cwd: folder.path });
  expect(() => readTarball(join(folder.path, "link.tgz"))).toThrow('package is an entry of the kind "2"');
});
