import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

// The law about programs that are started has its own tests.
const inAgent = (text: string) =>
  problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` }).filter(
    (problem) => !problem.includes("inheritedVariables"),
  );

it.each([
  ["homedir", 'import { homedir } from "node:os";\nexport const home = homedir();'],
  [
    "readFileSync",
    'import { readFileSync } from "node:fs";\nexport const a = JSON.parse(readFileSync("a")) as string;',
  ],
  ["os.userInfo", 'import * as os from "node:os";\nexport const { uid } = os.userInfo();'],
  ["read", 'import { tmpdir as read } from "node:os";\nexport const shared = new Set(["/tmp", read()]);'],
  ["process.cwd", "\nexport const folder = process.cwd();"],
  ["process.getuid", "\nexport const uid = process.getuid?.();"],
  [
    "execFileSync",
    'import { execFileSync } from "node:child_process";\nexport default { git: execFileSync("git") };',
  ],
  ["homedir", 'import { homedir } from "node:os";\nexport const home = (() => homedir())();'],
  ["homedir", 'import { homedir } from "node:os";\nexport class Home { static readonly path = homedir(); }'],
  [
    "hostname",
    'import { hostname } from "node:os"; const name = () => hostname();\nexport const host = name();',
  ],
  [
    "DatabaseSync",
    'import { DatabaseSync } from "node:sqlite";\nexport const memory = new DatabaseSync(":memory:");',
  ],
])("refuses %s while a module is loaded: %s", (name, text) => {
  expect(inAgent(text)).toEqual([
    `packages/agent/src/index.ts:2: calls ${name} when it is loaded; call it in the function that needs the value`,
  ]);
});

it.each([
  'import { homedir } from "node:os";\nexport const home = () => homedir();',
  'import { homedir } from "node:os";\nexport function inHome(home = homedir()) { return home; }',
  'import { homedir } from "node:os";\nexport class Home { readonly path = homedir(); }',
  'import { execFile } from "node:child_process";\nexport const run = promisify(execFile);',
  "export const isWindows = process.platform === 'win32';",
  "// process.cwd()\nexport const text = 'homedir()';",
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});

it("accepts it in tests", () => {
  const text = 'import { homedir } from "node:os";\nconst home = homedir();\n';
  expect(problemsIn({ ...soundTree, "packages/agent/test/one.test.ts": text })).toEqual([]);
});
