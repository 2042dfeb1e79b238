import { describe, expect, it } from "vitest";
import type { Effect, Entry, ToolFailure } from "@skein/protocol";
import { filesTouched } from "../src/index.ts";

const head = { v: 1, at: 0, run: "r" };

function intent(seq: number, callId: string, resources: readonly string[], effect: Effect = "writes"): Entry {
  const call = { kind: "tool-intent", callId, tool: "edit", extension: "developer", input: {} } as const;
  return { ...head, seq, ...call, effect, repeat: "safe", resources };
}

function result(seq: number, callId: string, failure?: ToolFailure): Entry {
  const ended = { kind: "tool-result", callId, name: "edit", content: [], durationMs: 1 } as const;
  return { ...head, seq, ...ended, ...(failure ? { failure } : {}) };
}

describe("the files that a session touched", () => {
  it("are those that calls said they write, with how each call ended", () => {
    const entries = [
      intent(1, "c1", ["file:/w/a", "file:/w/b"]),
      intent(2, "c2", ["file:/w/read"], "reads"),
      intent(3, "c3", ["port:80"]),
      result(4, "c1"),
      intent(5, "c4", ["file:/w/a"]),
      result(6, "c4", { kind: "failed", message: "no" }),
      intent(7, "c5", ["file:/w/a"]),
      result(8, "c5", { kind: "unknown-outcome", partial: "" }),
      intent(9, "c6", ["file:/w/c"]),
    ];
    expect(
      filesTouched(entries).map(({ path, calls }) => [
        path,
        ...calls.map(({ seq, state }) => `${seq} ${state}`),
      ]),
    ).toEqual([
      ["/w/a", "1 done", "5 failed", "7 unknown"],
      ["/w/b", "1 done"],
      ["/w/c", "9 unknown"],
    ]);
  });
});
