import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sampleValues } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readsOnly } from "../src/index.ts";

const plain = { cwd: "/work", isPlainRepository: () => true };

/** Which commands only read is the tables' to say: see `@skein/permissions/shell-analysis`. */
describe("a command", () => {
  it.each([
    "ls -la",
    "git log --oneline -5 | head",
    "cd sub && git status",
    "rg -n 'a|b' src > /dev/null 2>&1",
    "echo $(git status)",
    "find . -name '*.ts' -exec wc -l {} +",
  ])("that only reads: %s", async (command) => expect(await readsOnly(command, plain)).toBe(true));

  it.each([
    "",
    "# nothing",
    "echo a > out",
    "ls; evil",
    "echo $(evil)",
    "git -c core.pager=evil log",
    "echo 'open",
  ])("that may change something: %j", async (command) => expect(await readsOnly(command, plain)).toBe(false));

  it("of git counts only where no repository it may run in names programs", async () => {
    const isPlainRepository = (folder: string) => folder === "/work";
    expect(await readsOnly("git status", { cwd: "/work", isPlainRepository })).toBe(true);
    expect(await readsOnly("cd sub && git status", { cwd: "/work", isPlainRepository })).toBe(false);
    expect(await readsOnly("cd $x && git status", plain)).toBe(false);
    expect(await readsOnly("git --version", { cwd: "/", isPlainRepository })).toBe(true);
  });
});

/** Pieces of commands, put together in any way. */
const words =
  "echo ls cat evil a -n ( ) { } , x= && || /dev/null 2>&1 $x * [ ] # ! ~ sort -o uniq git find -exec sed 1p awk";
const marks = [
  "'",
  '"',
  "$",
  "`",
  ";",
  "&",
  "|",
  ">",
  "<",
  "\\",
  "\n",
  " ",
  " ",
  " ",
  "'x y'",
  "test ",
  "cd ",
];
const piece = fc.constantFrom(...words.split(" "), ...marks);
const command = fc
  .tuple(fc.constantFrom("echo ", "ls ", "cat a", ""), fc.array(piece, { minLength: 1, maxLength: 6 }))
  .map(([start, pieces]) => `${start}${pieces.join("")}`);
const run = promisify(execFile);

it("any command that is said to read runs nothing else and leaves the folder as it was", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skein-reads-only-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a"), "1\n2\n");
  const before = readdirSync(folder);
  const drawn = sampleValues(command, 600);
  const judged = await Promise.all(drawn.map((line) => readsOnly(line, { ...plain, cwd: folder })));
  const lines = drawn.filter((_, at) => judged[at]).slice(0, 60);
  expect(lines.length).toBeGreaterThan(20);
  // One shell for each, all at once; a command of ours called evil would leave a file.
  const script = (line: string): string => `evil() { : > evil-was-here; }; ${line}`;
  await Promise.all(
    lines.map((line) =>
      run("bash", ["--noprofile", "--norc", "-c", script(line)], {
        cwd: folder,
        timeout: 5000,
        env: { PATH: process.env["PATH"] ?? "" },
      }).catch(() => undefined),
    ),
  );
  expect(readdirSync(folder)).toEqual(before);
});
