import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isFlushed } from "../src/flushed-kinds.ts";
import { childEnv, storeNames, type StoreName } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;

/** System calls of the child between two of its marks. */
function between(trace: string, from: string, to: string): string {
  return trace.slice(trace.indexOf(`"${from}`), trace.indexOf(`"${to}`));
}

function traceOf(name: StoreName, ends: "with-intents" | "with-draft" = "with-intents"): string {
  const child = fileURLToPath(new URL("./children/append-two.ts", import.meta.url));
  const calls = "trace=fsync,fdatasync,write,pwrite64,unlink";
  const { stderr } = spawnSync(
    "strace",
    ["-f", "-y", "-e", calls, process.execPath, child, tempFolder(), ends],
    {
      encoding: "utf8",
      ...childEnv(name),
    },
  );
  return stderr;
}

/** What is flushed between two marks of the child. */
function flushedBetween(trace: string, from: string, to: string): readonly string[] {
  return [...between(trace, from, to).matchAll(/f(?:data)?sync\(\d+<.*?([^/>]*)>/g)].map(
    ([, name]) => name ?? "",
  );
}

describe.runIf(hasStrace).each(storeNames)("an append to %s, seen from the kernel", (name) => {
  it("of an intent is flushed before it resolves; a draft need not be", () => {
    const trace = traceOf(name);
    const draft = between(trace, "before the draft", "before the intent");
    expect(draft).toMatch(/pwrite64\(/);
    expect(draft).not.toMatch(/sync\(/);
    expect(between(trace, "before the intent", "before the effect")).toMatch(
      /pwrite64\([^]*f(data)?sync\(\d+<[^>]+>\)\s+= 0/,
    );
  });
});

describe.runIf(hasStrace)("a session in sqlite, seen from the kernel", () => {
  it("waits once for the disk when it starts, and for its names with the first intent", () => {
    const trace = traceOf("sqlite");
    const start = flushedBetween(trace, "before the session", "before the draft");
    expect(start).toEqual([expect.stringMatching(/^journal\.db\..*\.new$/)]);
    expect(flushedBetween(trace, "before the draft", "before the intent")).toEqual([]);
    const first = flushedBetween(trace, "before the intent", "before the effect");
    expect(first.slice(1)).toEqual(["journal.db-wal", "s"]);
    expect(first[0]).toMatch(/^skein-/);
    expect(flushedBetween(trace, "before the effect", "before the end")).toEqual(["journal.db-wal"]);
    expect(flushedBetween(trace, "before the end", "closed")).toEqual(["journal.db-wal", "journal.db"]);
  });

  it("that ends before anything had to be kept is kept when it is closed", () => {
    const trace = traceOf("sqlite", "with-draft");
    const closing = between(trace, "before the end", "closed");
    expect(flushedBetween(trace, "before the end", "closed")).toEqual([
      expect.stringMatching(/^skein-/),
      "journal.db-wal",
      "s",
      "journal.db",
    ]);
    expect(closing.lastIndexOf("sync(")).toBeLessThan(closing.indexOf("unlink("));
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
