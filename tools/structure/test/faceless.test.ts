import { expect, it } from "vitest";
import { problemsIn, rootSettings, soundPackage, soundTree } from "./tree.ts";

const withHost = (text: string) => ({
  ...soundTree,
  ...soundPackage("host"),
  "tsconfig.json": rootSettings("packages/agent", "packages/host", "packages/protocol"),
  "packages/host/src/index.ts": text,
});

it.each([
  ["export const at = () => process.cwd();", "uses process.cwd; take it as a value, from the face"],
  ["export const print = () => console.log(1);", "uses console.log; take it as a value, from the face"],
  [
    'export const hint = "Then: skein trust .";',
    'names "skein trust", which only the command line has; give the error or notice a `nextStep`, which each face words',
  ],
  [
    "export const hint = (id: string) => `Name ${id} with --model ID.`;",
    'names "--model", which only the command line has; give the error or notice a `nextStep`, which each face words',
  ],
])("is refused what only a face knows: %s", (text, problem) => {
  expect(problemsIn(withHost(`${text}\n`))).toEqual([`packages/host/src/index.ts:1: ${problem}`]);
});

it("is refused of every package that a face stands on", () => {
  const text = 'export const hint = "Or fork it with --fork.";\n';
  expect(problemsIn({ ...soundTree, "packages/agent/src/index.ts": text })).toContain(
    'packages/agent/src/index.ts:1: names "--fork", which only the command line has; give the error or notice a `nextStep`, which each face words',
  );
});

it.each([
  "export const isWindows = process.platform === 'win32';",
  "/** As `process.env`, or what `skein info` shows. */\nexport const one = 1;",
  'export const folder = "skein";',
  'export const start = "with `litellm --model MODEL`";',
  'export const hint = "Trust its .skein folder.";',
  'export const hashed = "skein consent 1";',
  'export const style = ":root { --thread: red; color: var(--thread); }";',
  "export const flag = (glob: string) => [`--glob=${glob}`, '--glob=!.git'];",
  'export const command = ["systemctl", "--user", "daemon-reload"];',
  "export const line = (left: number) => left--;",
])("may be said: %s", (text) => {
  expect(problemsIn(withHost(`${text}\n`))).toEqual([]);
});
