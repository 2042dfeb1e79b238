import { describe, expect, it } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { costs, modelContext } from "@skein/sessions";
import { readForeignSession } from "../../src/import/index.ts";
import { lawBreaks } from "./journal-laws.ts";
import { ofKind, told } from "./told.ts";

function read(messages: readonly JsonObject[], info: JsonObject = {}) {
  const document = { info: { id: "ses_1", directory: "/project", ...info }, messages };
  return readForeignSession("opencode", JSON.stringify(document), { name: "export.json" });
}
const user = (id: string, ...parts: readonly JsonObject[]) => ({ info: { id, role: "user" }, parts });
const reply = (id: string, parts: readonly JsonObject[], more: JsonObject = {}) => ({
  info: { id, role: "assistant", providerID: "anthropic", modelID: "m", ...more },
  parts,
});
const text = (said: string, more: JsonObject = {}) => ({ type: "text", text: said, ...more });
const tool = (callID: string, state: JsonObject) => ({ type: "tool", tool: "bash", callID, state });
const done = (output: string) => ({ status: "completed", input: {}, output });

describe("a session of opencode", () => {
  it("has a request for each step of a message", () => {
    const finish = (reason: string, cost: number) => ({
      type: "step-finish",
      reason,
      cost,
      tokens: { total: 18, input: 10, output: 3, reasoning: 1, cache: { read: 4, write: 0 } },
    });
    const { entries } = read([
      user("1", text("go")),
      reply("2", [
        { type: "step-start" },
        tool("a", done("ok")),
        finish("tool-calls", 0.5),
        { type: "step-start" },
        text("Ready."),
        finish("stop", 0.25),
      ]),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(told(entries)).toEqual(["user: go", "bash {} = ok", "text: Ready.", "done"]);
    expect(costs(entries)).toMatchObject({
      requests: 2,
      costUsd: 0.75,
      usage: { input: 20, output: 8, reasoning: 2, cacheRead: 8 },
    });
  });

  it("says of a call that was running that its outcome is unknown, and why the run ended", () => {
    const { entries } = read([
      user("1", text("go")),
      reply(
        "2",
        [
          tool("a", { status: "running", input: { command: "sleep" } }),
          tool("b", { status: "error", error: "no" }),
        ],
        {
          error: { name: "MessageAbortedError", data: { message: "Stopped." } },
        },
      ),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(ofKind(entries, "tool-result").map(({ callId, failure }) => [callId, failure?.kind])).toEqual([
      ["b", "failed"],
      ["a", "unknown-outcome"],
    ]);
    expect(ofKind(entries, "outcome")).toMatchObject([
      { outcome: "cancelled", error: { message: "Stopped." } },
    ]);
  });

  it("keeps files, tells what the program added, and leaves out what was not for the model", () => {
    const url = "data:image/png;base64,aGVsbG8=";
    const { entries } = read([
      user(
        "1",
        text("look"),
        { type: "file", mime: "image/png", filename: "a.png", url },
        { type: "file", mime: "text/plain", filename: "b.txt", url: "file:///project/b.txt" },
        { type: "file", mime: "text/plain", filename: "c.txt", url: "data:text/plain,hello" },
        text("file follows", { synthetic: true }),
        text("for the user", { ignored: true }),
      ),
    ]);
    const [own, added] = ofKind(entries, "user-message");
    expect(own?.content).toEqual([
      { type: "text", text: "look" },
      { type: "image", mediaType: "image/png", data: "aGVsbG8=" },
      { type: "text", text: "[file b.txt]" },
      { type: "text", text: "[file c.txt]" },
    ]);
    expect(added).toMatchObject({ from: "agent", content: [{ text: "file follows" }] });
    expect(JSON.stringify(entries)).not.toContain("for the user");
  });

  it("goes on after a compaction from its summary and what it kept, and counts what the summary cost", () => {
    const { entries } = read([
      user("1", text("one")),
      reply("2", [text("1")]),
      user("3", text("two")),
      reply("4", [text("2")]),
      user("5", { type: "compaction", auto: true, tail_start_id: "3" }),
      reply("6", [text("They counted.")], { summary: true, cost: 0.5, tokens: { input: 7, output: 2 } }),
      user("7", text("three")),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(modelContext(entries).map(({ content }) => content[0])).toMatchObject([
      { text: "They counted." },
      { text: "two" },
      { text: "2" },
      { text: "three" },
    ]);
    expect(ofKind(entries, "model-request").map(({ purpose }) => purpose)).toEqual([
      "turn",
      "turn",
      "compaction",
    ]);
  });

  it("rewinds what was reverted", () => {
    const { entries } = read(
      [user("1", text("one")), reply("2", [text("1")]), user("3", text("two")), reply("4", [text("2")])],
      { revert: { messageID: "3" } },
    );
    expect(lawBreaks(entries)).toEqual([]);
    expect(told(entries)).toEqual(["user: one", "text: 1", "done"]);
  });

  it("keeps signed thoughts for their vendor", () => {
    const thought = { type: "reasoning", text: "hm", metadata: { anthropic: { signature: "sig" } } };
    const { entries } = read([user("1", text("one")), reply("2", [thought, text("1")])]);
    expect(ofKind(entries, "assistant-message")[0]?.content[0]).toEqual({
      type: "thinking",
      text: "hm",
      sidecar: { provider: "anthropic", model: "m", data: { signature: "sig" } },
    });
  });
});
