import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkArchive } from "../../src/queue/archive/check-archive.ts";
import { archiveLimits } from "../../src/queue/archive/limits.ts";
import { unpackArchive } from "../../src/queue/archive/unpack-archive.ts";
import { archiveOf, tarOf, type PackedEntry } from "./archive-of.ts";

const file = (path: string, text = "text"): PackedEntry => ({ path, text });
const link = (path: string, linkpath: string): PackedEntry => ({ path, type: "SymbolicLink", linkpath });

it("makes the files, folders and links of an archive, and keeps of modes whether a file can be executed", async () => {
  await using folder = await temporaryFolder();
  const long = `${"long/".repeat(18)}name`;
  const entries = [
    { path: "./", type: "Directory", mode: 0o700 },
    { ...file("./run.sh"), mode: 0o6755 },
    { ...file("a/b.txt", "b"), mode: 0o666 },
    { path: "empty/", type: "Directory", mode: 0 },
    link("a/up", "../run.sh"),
    link("a/folder", "."),
    file(long, ""),
  ] as const;
  for (const [name, bytes] of [
    ["packed", archiveOf(...entries).bytes],
    ["plain", tarOf(...entries)],
  ] as const) {
    const made = join(folder.path, name);
    await unpackArchive({ name: "x.tar", bytes }, made);
    const mode = (path: string) => statSync(join(made, path)).mode & 0o7111;
    expect(readdirSync(made).toSorted()).toEqual(["a", "empty", "long", "run.sh"]);
    expect(readFileSync(join(made, "a/b.txt"), "utf8")).toBe("b");
    expect(readFileSync(join(made, "a/up"), "utf8")).toBe("text");
    expect(readlinkSync(join(made, "a/folder"))).toBe(".");
    expect([mode("run.sh"), mode("a/b.txt")]).toEqual([0o111, 0]);
    expect(readdirSync(join(made, "empty"))).toEqual([]);
    expect(existsSync(join(made, long))).toBe(true);
  }
});

it.each<[string, RegExp, ...PackedEntry[]]>([
  ["a name with ..", /"\.\.\/out" is outside/, file("../out")],
  ["a name with .. in it", /"a\/\.\.\/\.\.\/out" is outside/, file("a/../../out")],
  ["an absolute name", /"\/tmp\/out" is absolute/, file("/tmp/out")],
  ["a link to the outside", /"a" is a link that leaves the folder, to "\.\.\/out"/, link("a", "../out")],
  ["an absolute link", /"a" is a link that leaves/, link("a", "/etc")],
  ["a link through a name", /"b\/c" is a link that leaves/, link("b/a", ".."), link("b/c", "a/../x")],
  ["a file through a link", /"a\/x" is inside of "a", which is a link/, link("a", "b"), file("a/x")],
  ["a folder that becomes a link", /"a" is there twice/, file("a/x"), link("a", "b")],
  ["a link that becomes a folder", /"a\/" is there twice/, link("a", "b"), { path: "a/", type: "Directory" }],
  ["a file in a file", /"a\/x" is inside of "a", which is a file/, file("a"), file("a/x")],
  ["a name twice", /"\.\/a" is there twice/, file("a"), file("./a")],
  ["a hard link out", /"a" is a hard link/, { path: "a", type: "Link", linkpath: "/etc/passwd" }],
  ["a hard link inside", /"a" is a hard link/, file("b"), { path: "a", type: "Link", linkpath: "b" }],
  ["a device", /"null" is of the kind CharacterDevice/, { path: "null", type: "CharacterDevice" }],
  ["a pipe", /"pipe" is of the kind FIFO/, { path: "pipe", type: "FIFO" }],
  ["settings of git", /"a\/\.GIT\/config" is of a git repository/, file("a/.GIT/config")],
  ["an end before its end", /"a": .*Truncated/, { path: "a", size: 5_000_000 }],
  ["a file without a name", /"\." is without a name/, file(".")],
  ["nothing", /it has no files/, { path: "a/", type: "Directory" }],
])("refuses %s before it writes anything", async (_, why, ...entries) => {
  await using folder = await temporaryFolder();
  const made = join(folder.path, "made");
  const archive = archiveOf(file("first"), ...entries);
  const bytes = why.source.includes("no files") ? gzipSync(tarOf(...entries)) : archive.bytes;
  await expect(unpackArchive({ ...archive, bytes }, made)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringMatching(why) as string,
  });
  expect(readdirSync(folder.path)).toEqual([]);
});

it.each([
  ["what is no archive", Buffer.from("<!doctype html>".repeat(100)), /checksum|[Ii]nvalid|format/],
  ["nothing at all", Buffer.alloc(0), /format|no files/],
  ["what was packed twice", gzipSync(archiveOf(file("a")).bytes), /packed twice/],
  ["half of one", archiveOf(file("a", "x".repeat(9))).bytes.subarray(0, 60), /unexpected end of file/],
  ["a kind that is not known", withKind(tarOf(file("a")), "9"), /"a" is of the kind/],
])("refuses %s", async (_, bytes, why) => {
  const checking = checkArchive({ name: "x.tgz", bytes });
  await expect(checking).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringMatching(why) as string,
  });
});

it("refuses bombs: too much by size, by ratio, and too many entries", async () => {
  const limits = { ...archiveLimits, unpackedBytes: 100_000, freeBytes: 20_000, ratio: 10, entries: 5 };
  const check = (...entries: PackedEntry[]) => checkArchive(archiveOf(...entries), limits);
  await check(file("a", "x".repeat(15_000)));
  await expect(check(file("a", "x".repeat(50_000)))).rejects.toThrow("more than 0.02 MB");
  const large = { name: "x.tar", bytes: tarOf(file("a", "x".repeat(200_000))) };
  await expect(checkArchive(large, limits)).rejects.toThrow("more than 0.1 MB");
  await check(file("a/b/c/d/e"));
  await expect(check(file("a/b/c/d/e/f"))).rejects.toThrow("more than 5 entries");
});

it("writes nothing outside of the folder, whatever an archive has", async () => {
  const part = fc.constantFrom("a", "b", "c", "..", ".");
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const entry: fc.Arbitrary<PackedEntry> = fc.oneof(
    path.map((one) => file(one)),
    fc.tuple(path, path).map(([one, other]) => link(one, other)),
  );
  await checkProperty(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 6 }), async (entries) => {
      await using folder = await temporaryFolder();
      const place = join(folder.path, "place");
      mkdirSync(place);
      const made = join(place, "made");
      const problem = await unpackArchive(archiveOf(...entries), made).catch((error: unknown) => error);
      expect(readdirSync(folder.path)).toEqual(["place"]);
      expect([undefined, "ConfigError"]).toContain((problem as Error | undefined)?.name);
      expect(existsSync(made)).toBe(problem === undefined);
      expect(problem ? [] : linksIn(made).filter((one) => !leadsInside(made, one))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

function linksIn(folder: string): readonly string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isSymbolicLink()).map((one) => join(one.parentPath, one.name));
}

/** A link to nothing leads nowhere. */
function leadsInside(folder: string, path: string): boolean {
  if (!existsSync(path)) return true;
  const real = realpathSync(path);
  return real === folder || real.startsWith(`${folder}/`);
}

function withKind(tar: Buffer, kind: string): Buffer {
  const changed = Buffer.from(tar);
  changed.write(kind, 156, "latin1");
  changed.write(" ".repeat(8), 148, "latin1");
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return changed;
}
