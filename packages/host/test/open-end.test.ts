import type { Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { openEnd, openEndOf } from "../src/sessions.ts";

let seq = 0;
const entry = (kind: Entry["kind"], more: object = {}, run: string | null = "r"): Entry =>
  ({ v: 1, seq: ++seq, at: 0, run, kind, ...more }) as Entry;
const text = (said: string) => ({ content: [{ type: "text", text: said }] });

const start = entry("run-start", { input: [] });
const asked = entry("user-message", { from: "user", ...text("go") });
const answered = entry("assistant-message", text("Done."));
const cutOff = entry("assistant-message", { ...text("Do"), partial: "cut" });
const call = (id: string) => ({ type: "tool-call", id, name: "shell", input: {} });
const calls = entry("assistant-message", { content: [call("c1"), call("c2")] });
const intent = entry("tool-intent", { callId: "c1", tool: "shell", input: {} });
const question = (id: string) =>
  entry("question", { question: { kind: "approval", id: `q-${id}`, callId: id, tool: "shell", input: {} } });
const ended = (outcome: string, more: object = {}) => entry("outcome", { outcome, turns: 1, ...more });
const because = { error: { code: "max-time", message: "The time was over." } };
const note = (run: string | null) =>
  entry("notice", { audience: "both", level: "info", text: "By the way." }, run);

describe("what a session's last run left open", () => {
  it.each<[name: string, entries: readonly Entry[]]>([
    ["without a message", []],
    ["when the model has answered and the run has ended", [start, asked, answered, ended("done")]],
    ["when the user has noted something since", [start, asked, answered, ended("done"), note(null)]],
  ])("is nothing %s", (_name, entries) => {
    expect(openEnd(entries)).toBeUndefined();
  });

  it.each<[why: string, entries: readonly Entry[], calls?: readonly string[]]>([
    ["The last message has no answer yet.", [asked]],
    ["The last message has no answer yet.", [start, asked, answered, ended("done"), asked]],
    ["The last run was cut off before its end.", [start, asked, answered]],
    ["The last run was cut off before its end.", [start, asked, calls, intent], ["c1"]],
    ["The last run was interrupted.", [start, asked, ended("cancelled")]],
    ["The last run was interrupted.", [start, asked, cutOff, ended("cancelled")]],
    [
      "The last run ended before the work was done: The time was over.",
      [start, asked, ended("limit", because)],
    ],
    ["The last run ended before the work was done (error).", [start, asked, ended("error")]],
    ["1 question waits for your answer.", [start, asked, calls, question("c2"), ended("needs-input")]],
    [
      "2 questions wait for your answers.",
      [start, asked, calls, question("c1"), question("c2"), ended("needs-input")],
    ],
    [
      "The last run ended before the work was done (needs-input).",
      [start, asked, answered, ended("needs-input", { waitsFor: ["b"] })],
    ],
  ])("%s", (why, entries, started = []) => {
    expect(openEnd(entries)).toEqual({ why, calls: started });
  });

  it("is that of the entries that a fork would have", async () => {
    const all = [start, asked, answered, ended("done")].map((one, at) => ({ ...one, seq: at + 1 }));
    const sessions = {
      async *entries() {
        yield* all;
      },
    };
    expect(await openEndOf(sessions, "s")).toBeUndefined();
    expect(await openEndOf(sessions, "s", { at: 4 })).toBeUndefined();
    expect(await openEndOf(sessions, "s", { at: 2 })).toMatchObject({ calls: [] });
  });
});
