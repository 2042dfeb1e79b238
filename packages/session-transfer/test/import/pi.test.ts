import { describe, expect, it } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { modelContext } from "@skein/sessions";
import { readLines } from "./formats.ts";
import { lawBreaks } from "./journal-laws.ts";
import { ofKind, told } from "./told.ts";

const head = { type: "session", version: 3, id: "x", timestamp: "2026-11-20T14:07:49.130Z", cwd: "/project" };
const entry = (type: string, id: string, parentId: string | null, more: JsonObject) => ({
  type,
  id,
  parentId,
  ...more,
});
const user = (id: string, parent: string | null, content: string) =>
  entry("message", id, parent, { message: { role: "user", content } });
const reply = (id: string, parent: string, content: readonly JsonObject[], more: JsonObject = {}) =>
  entry("message", id, parent, {
    message: { role: "assistant", provider: "p", model: "m", content, stopReason: "stop", ...more },
  });
const text = (said: string) => [{ type: "text", text: said }];

describe("a session of pi", () => {
  it("is the branch of its last entry, with the summary of the one that was left", () => {
    const { entries, title } = readLines("pi", [
      head,
      user("1", null, "first"),
      reply("2", "1", text("one")),
      user("3", "2", "a wrong way"),
      reply("4", "3", text("wrong")),
      entry("branch_summary", "5", "2", { summary: "They went wrong.", fromId: "4" }),
      user("6", "5", "another way"),
      reply("7", "6", text("right")),
      entry("session_info", "8", "7", { name: "ways" }),
    ]);
    expect(told(entries)).toEqual([
      "user: first",
      "text: one",
      "agent: They went wrong.",
      "done",
      "user: another way",
      "text: right",
      "done",
    ]);
    expect(title).toBe("ways");
  });

  it("keeps after a compaction what was kept", () => {
    const { entries } = readLines("pi", [
      head,
      user("1", null, "first"),
      reply("2", "1", text("one")),
      user("3", "2", "second"),
      reply("4", "3", text("two")),
      entry("compaction", "5", "4", { summary: "First, one.", firstKeptEntryId: "3", tokensBefore: 9 }),
      user("6", "5", "third"),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(modelContext(entries).map(({ content }) => content[0])).toMatchObject([
      { text: "First, one." },
      { text: "second" },
      { text: "two" },
      { text: "third" },
    ]);
  });

  it("has no calls from a reply that was stopped, and says why a run ended", () => {
    const call = { type: "toolCall", id: "c", name: "bash", arguments: {} };
    const { entries } = readLines("pi", [
      head,
      user("1", null, "first"),
      reply("2", "1", [...text("I will"), call], { stopReason: "aborted" }),
      user("3", "2", "second"),
      reply("4", "3", [], { stopReason: "error", errorMessage: "overloaded" }),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(ofKind(entries, "outcome")).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "provider", error: { message: "overloaded" } },
    ]);
    expect(JSON.stringify(modelContext(entries))).not.toContain("tool-call");
  });

  it("tells the model of commands that the user ran, unless they were kept from it", () => {
    const ran = (id: string, parent: string | null, more: JsonObject) =>
      entry("message", id, parent, {
        message: { role: "bashExecution", command: "ls", output: "a.txt\n", ...more },
      });
    const { entries } = readLines("pi", [
      head,
      user("1", null, "first"),
      ran("2", "1", {}),
      ran("3", "2", { excludeFromContext: true }),
    ]);
    expect(told(entries)).toEqual(["user: first", "user: $ ls\na.txt", "notice: $ ls\na.txt"]);
    expect(modelContext(entries)).toHaveLength(2);
  });

  it("keeps the ids of the Responses wire apart from those of calls", () => {
    const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" };
    const { entries } = readLines("pi", [
      head,
      user("1", null, "first"),
      reply(
        "2",
        "1",
        [
          { type: "thinking", thinking: "hm", thinkingSignature: JSON.stringify(item) },
          { type: "thinking", thinking: "", thinkingSignature: "sealed", redacted: true },
          { type: "text", text: "so", textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
          { type: "toolCall", id: "call_1|fc_1", name: "bash", arguments: {} },
        ],
        { api: "openai-responses", stopReason: "toolUse" },
      ),
      entry("message", "3", "2", {
        message: { role: "toolResult", toolCallId: "call_1|fc_1", content: text("ok"), isError: true },
      }),
    ]);
    const owner = { provider: "p", model: "m" };
    expect(ofKind(entries, "assistant-message")[0]?.content.map(({ sidecar }) => sidecar)).toEqual([
      { ...owner, data: { api: "responses", id: "rs_1", summary: [], encrypted_content: "sealed" } },
      { ...owner, data: { redacted: "sealed" } },
      { ...owner, data: { api: "responses", id: "msg_1", phase: "commentary" } },
      { ...owner, data: { api: "responses", id: "fc_1" } },
    ]);
    expect(ofKind(entries, "tool-result")).toMatchObject([{ callId: "call_1", failure: { message: "ok" } }]);
  });

  it("warns of messages that it does not know", () => {
    const strange = entry("message", "2", "1", { message: { role: "oracle", content: "hm" } });
    const { warnings } = readLines("pi", [head, user("1", null, "first"), strange]);
    expect(warnings).toEqual([{ line: 3, message: 'A message of the role "oracle" is unknown.' }]);
  });
});
