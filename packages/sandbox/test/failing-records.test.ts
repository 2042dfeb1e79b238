import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentProcess } from "@skein/platform/process";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { checkInterrupted } from "../src/barrier/hold-command.ts";

/** A process that has ended. */
const ended = { ...currentProcess(), started: "1" };

const record = (name: string) => ({ process: ended, temporary: `/nonexistent/${name}`, roots: [], refs: [] });
const watching = (before: readonly unknown[]) => ({
  path: "PATH",
  reason: "what direnv runs",
  accepts: "nothing",
  before,
  repositories: [],
});

it.each([
  ["that is cut off", '{"watched":[', 0],
  ["without any field", "{}", 0],
  ["that is not a map", "null", 0],
  ["without a process", JSON.stringify({ watched: [], roots: [] }), 0],
  ["whose process is a text", JSON.stringify({ process: "1", watched: [], roots: [] }), 0],
  [
    "whose check fails",
    JSON.stringify({
      ...record("1"),
      watched: [{ ...watching([]), path: 5 }],
      roots: null,
      repository: { root: 5, common: 5, folder: 5 },
    }),
    1,
  ],
])("a record %s does not stop the check of the next one", async (_, broken, failures) => {
  await using folder = await temporaryFolder();
  const [state, workspace] = [join(folder.path, "state"), join(folder.path, "work")];
  for (const path of [join(state, "calls"), workspace]) mkdirSync(path, { recursive: true });
  const path = join(workspace, ".envrc");
  const write = (name: string, text: string) =>
    writeFileSync(join(state, "calls", name), text.replaceAll("PATH", path));
  write("1.json", broken);
  write("2.json", JSON.stringify({ ...record("2"), roots: [workspace], watched: [watching([])] }));
  writeFileSync(path, "export A=1");
  const changed: string[] = [];
  const failed: string[] = [];
  await checkInterrupted(
    { workspace, temporary: folder.path, state, hosts: [] },
    {
      report: (changes) => void changed.push(...changes.map((one) => one.path)),
      reportFailure: (reason) => void failed.push(reason),
    },
  );
  expect(changed).toEqual([path]);
  expect(failed).toHaveLength(failures);
});
