import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  'import { spawn } from "node:child_process";\nexport const start = () => spawn("git", []);',
  'import { execFile, type ChildProcess } from "node:child_process";\nexport const start = (): ChildProcess => execFile("git");',
  'export const start = async () => (await import("node:child_process")).spawn("git", [], { env: process.env });',
  'export const start = () => process.getBuiltinModule("node:child_process").spawn("git");',
])("refuses a program with the whole environment: %s", (text) => {
  expect(inAgent(text)).toContain(
    "packages/agent/src/index.ts:1: starts a program without inheritedVariables; make its environment with inheritedVariables of @skein/platform/variables, or list the file in laws/spawners.ts",
  );
});

it.each([
  'import type { ChildProcess } from "node:child_process";\nexport type Child = ChildProcess;',
  'import { spawn } from "node:child_process";\nexport const start = () => spawn("git", [], { env: inheritedVariables("user") });',
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});
