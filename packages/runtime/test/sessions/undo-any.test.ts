import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { undone, unnamed, type UndoCase } from "./undone.ts";

/** `npm run x -- proof undo --runs N` sets another number, and a random seed. */
const runs = Number(process.env["SKEIN_UNDO_RUNS"] ?? 4);

const names = fc.constantFrom(
  "a",
  "b/c",
  "b/x.log",
  "d e",
  "ü",
  "-n",
  "x.log",
  "out/a",
  "out/deep/b",
  "n.git",
  "x/.git/HEAD",
  "l",
);
const quoted = (name: string) => `"./${name}"`;
const steps = fc.constantFrom<(name: string) => string>(
  (name) =>
    `mkdir -p "$(dirname ${quoted(name)})"; [ -p ${quoted(name)} ] || echo "$RANDOM" > ${quoted(name)}`,
  (name) => `[ -p ${quoted(name)} ] || echo more >> ${quoted(name)}`,
  (name) => `rm -rf ${quoted(name)}`,
  (name) => `mkfifo ${quoted(name)}`,
  (name) => `ln -s /nowhere/at-all ${quoted(name)}`,
  (name) => `ln -s b ${quoted(name)}`,
  (name) => `ln -s ../out ${quoted(name)}`,
  (name) => `ln ${quoted(name)} hard; [ -p hard ] || echo x >> hard`,
  (name) => `truncate -s 11M ${quoted(name)}`,
  (name) => `chmod 700 ${quoted(name)}`,
  (name) => `chmod 750 "$(dirname ${quoted(name)})"`,
  (name) => `mv ${quoted(name)} moved`,
  (name) => `rm -rf "$(dirname ${quoted(name)})"/*`,
  (name) => `touch ${quoted(name)}$'\\xff'`,
  (name) => `touch ${quoted(name)}$'\\n'`,
  (name) => `git init -q ${quoted(name)}`,
  (name) => `git -C ${quoted(name)} -c user.name=a -c user.email=a@b commit -q --allow-empty -m x`,
  (name) => `git -C ${quoted(name)} worktree add -q ../tree-$RANDOM`,
  () => `printf 'out/\\n*.log\\n' > .gitignore`,
  () => `rm -f .gitignore`,
  () => `find . -name '*.log' -delete; find . -type f -path '*deep*' -exec sh -c 'echo x >> "$1"' - {} ';'`,
);
const script = fc
  .array(fc.tuple(steps, names), { minLength: 1, maxLength: 5 })
  .map((list) => list.map(([step, name]) => step(name)).join("\n"));
/** At the end: whoever deletes the link again, and says its target nowhere, leaves no trace. */
const throughLink = `O=o; ln -s "$OUT/$O" l; [ -p l ] || [ -d l ] || echo "$RANDOM" > l`;
const oneCase: fc.Arbitrary<UndoCase> = fc
  .tuple(script, script, fc.boolean(), fc.boolean())
  .map(([prepare, command, isLinkedBefore, isWrittenThrough]) => ({
    prepare: `printf 'out/\\n*.log\\n' > .gitignore\n${prepare}${isLinkedBefore ? `\n${throughLink}` : ""}`,
    command: `${command}${isWrittenThrough ? `\n${throughLink}` : ""}`,
  }));

async function holds(cases: readonly UndoCase[]): Promise<void> {
  for (const [at, undo] of (await undone(cases)).entries()) {
    expect({ ...cases[at], unnamed: unnamed(undo) }).toEqual({ ...cases[at], unnamed: [] });
    // That all of it may be lost would excuse everything.
    expect(undo.named).not.toContain(undo.folder);
  }
}

const timeout = 120_000 + runs * 20_000;

it("of any eight commands brings the trees back, or names what it did not", { timeout }, async () => {
  const cases = fc.array(oneCase, { minLength: 8, maxLength: 8 });
  await checkProperty(fc.asyncProperty(cases, holds), { numRuns: runs, endOnFailure: true });
});

it("of any command whose words name paths does so too", { timeout }, async () => {
  await checkProperty(fc.asyncProperty(fc.tuple(oneCase), holds), { numRuns: runs * 2 });
});
