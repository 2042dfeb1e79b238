import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { interruptedCalls } from "../src/protected/call-records.ts";

const self = currentProcess();

it.each<[whose: string, process: ProcessIdentity, isInterrupted: boolean]>([
  ["of a process that runs", self, false],
  ["of one whose number another process has", { ...self, started: "1" }, true],
  ["from before this machine was started", { ...self, boot: "earlier" }, true],
  ["of another container on this machine", { ...self, pidSpace: "pid:[1]", started: "1" }, false],
  ["of another machine", { ...self, host: "elsewhere", boot: "other" }, false],
])("a record %s", async (_, process, isInterrupted) => {
  await using state = await temporaryFolder();
  await mkdir(join(state.path, "calls"));
  const record = { process, temporary: state.path, roots: [], refs: [], watched: [] };
  writeFileSync(join(state.path, "calls", "1.json"), JSON.stringify(record));
  expect(interruptedCalls(state.path)).toHaveLength(isInterrupted ? 1 : 0);
});
