import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isFlushed } from "../src/flushed-kinds.ts";
import { childEnv, storeNames } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;

/** System calls of the child between two of its marks. */
function between(trace: string, from: string, to: string): string {
  return trace.slice(trace.indexOf(`"${from}`), trace.indexOf(`"${to}`));
}

describe.runIf(hasStrace).each(storeNames)("an append to %s, seen from the kernel", (name) => {
  it("of an intent is flushed before it resolves; a draft need not be", () => {
    const child = [
      process.execPath,
      fileURLToPath(new URL("./children/append-two.ts", import.meta.url)),
      tempFolder(),
    ];
    const { stderr: trace } = spawnSync(
      "strace",
      ["-f", "-e", "trace=fsync,fdatasync,write,pwrite64", ...child],
      {
        encoding: "utf8",
        ...childEnv(name),
      },
    );
    const start = trace.slice(0, trace.indexOf('"before the draft'));
    expect(start.match(/f(data)?sync\(/g)?.length).toBeGreaterThanOrEqual(2); // what is to be found after a crash, and its name
    const draft = between(trace, "before the draft", "before the intent");
    expect(draft).toMatch(/pwrite64\(/);
    expect(draft).not.toMatch(/sync\(/);
    expect(between(trace, "before the intent", "before the effect")).toMatch(
      /pwrite64\([^]*f(data)?sync\(\d+\)\s+= 0/,
    );
  });
});

it("an append waits for the disk where an effect follows, or somebody was told that it is kept", () => {
  const waiting = "outcome queued answer tool-intent checkpoint rewind compaction".split(" ");
  const others =
    "session-start settings run-start context user-message model-request model-result reply-draft";
  expect([...others.split(" "), "assistant-message", "notice", ...waiting].filter(isFlushed)).toEqual(
    waiting,
  );
});
