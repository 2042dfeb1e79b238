import { describe, expect, it } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { modelContext } from "@skein/sessions";
import { readLines } from "./formats.ts";
import { lawBreaks } from "./journal-laws.ts";
import { ofKind, told } from "./told.ts";

/** A line of a session; the seconds of its time are its number. */
let number = 0;
function line(
  type: string,
  uuid: string,
  parentUuid: string | null,
  message: JsonObject,
  more: JsonObject = {},
) {
  const timestamp = new Date(1_795_183_000_000 + 1000 * number++).toISOString();
  return { type, uuid, parentUuid, sessionId: "s", cwd: "/project", timestamp, message, ...more };
}
const user = (uuid: string, parent: string | null, content: JsonObject["x"], more: JsonObject = {}) =>
  line("user", uuid, parent, { role: "user", content: content ?? "" }, more);
const reply = (uuid: string, parent: string | null, content: JsonObject["x"], more: JsonObject = {}) =>
  line(
    "assistant",
    uuid,
    parent,
    { id: `m-${uuid}`, role: "assistant", model: "m", content: content ?? [] },
    more,
  );
const text = (said: string) => [{ type: "text", text: said }];
const use = (id: string, input: JsonObject = {}) => [{ type: "tool_use", id, name: "Bash", input }];
const result = (id: string, content: JsonObject["x"]) => [
  { type: "tool_result", tool_use_id: id, content: content ?? "" },
];

describe("branches", () => {
  it("that were left are not imported; the last line's counts", () => {
    const { entries } = readLines("claude", [
      user("1", null, "first"),
      reply("2", "1", text("one")),
      user("3", "2", "a wrong way"),
      reply("4", "3", text("wrong")),
      user("5", "2", "another way"),
      reply("6", "5", text("right")),
    ]);
    expect(told(entries)).toEqual([
      "user: first",
      "text: one",
      "done",
      "user: another way",
      "text: right",
      "done",
    ]);
  });

  it("whose lines point in a circle end somewhere", () => {
    const { entries } = readLines("claude", [user("1", "2", "first"), reply("2", "1", text("one"))]);
    expect(told(entries)).toEqual(["user: first", "text: one", "done"]);
  });
});

describe("side chains in the same file", () => {
  const session = readLines("claude", [
    user("1", null, "go"),
    reply("2", "1", use("t1", { prompt: "Look it up." })),
    user("s1", null, "Look it up.", { isSidechain: true }),
    reply("s2", "s1", text("Found."), { isSidechain: true }),
    user("3", "2", result("t1", "Found.")),
    reply("4", "3", text("It is there.")),
  ]);

  it("are sessions of their own, started by the call with their first words", () => {
    expect(told(session.entries)).toEqual([
      "user: go",
      'Bash {"prompt":"Look it up."} = Found.',
      "text: It is there.",
      "done",
    ]);
    expect(session.children.map(({ entries }) => told(entries))).toEqual([
      ["user: Look it up.", "text: Found.", "done"],
    ]);
    expect(ofKind(session.entries, "child")).toMatchObject([
      { session: session.children[0]?.id, callId: "t1" },
    ]);
    for (const { entries } of [session, ...session.children]) expect(lawBreaks(entries)).toEqual([]);
  });
});

describe("what else stands in a session", () => {
  it("keeps pictures, and says which were only linked", () => {
    const source = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };
    const { entries } = readLines("claude", [
      user("1", null, [
        { type: "text", text: "what is this?" },
        { type: "image", source },
      ]),
      reply("2", "1", use("t1")),
      user(
        "3",
        "2",
        result("t1", [{ type: "image", source: { type: "url", url: "https://a.example/b.png" } }]),
      ),
    ]);
    expect(ofKind(entries, "user-message")[0]?.content[1]).toEqual({
      type: "image",
      mediaType: "image/png",
      data: "aGVsbG8=",
    });
    expect(told(entries)[1]).toBe("Bash {} = [image https://a.example/b.png]");
  });

  it("keeps thoughts that cannot be read, and blocks of the vendor's own, for their owner", () => {
    const search = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } };
    const { entries } = readLines("claude", [
      user("1", null, "go"),
      reply("2", "1", [{ type: "redacted_thinking", data: "sealed" }, search, { type: "text", text: "so" }]),
    ]);
    const owner = { provider: "anthropic", model: "m" };
    expect(ofKind(entries, "assistant-message")[0]?.content).toEqual([
      { type: "thinking", text: "", sidecar: { ...owner, data: { redacted: "sealed" } } },
      { type: "opaque", sidecar: { ...owner, data: search } },
      { type: "text", text: "so" },
    ]);
  });

  it("tells a run that was stopped, and one that the wire ended", () => {
    const { entries } = readLines("claude", [
      user("1", null, "go"),
      reply("2", "1", use("t1")),
      user("3", "2", [
        { type: "tool_result", tool_use_id: "t1", content: "The user doesn't want this.", is_error: true },
        { type: "text", text: "[Request interrupted by user for tool use]" },
      ]),
      user("4", "3", "again"),
      line(
        "assistant",
        "5",
        "4",
        { model: "<synthetic>", content: text("Overloaded") },
        { isApiErrorMessage: true },
      ),
    ]);
    expect(ofKind(entries, "outcome")).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "provider", error: { message: "Overloaded" } },
    ]);
    expect(ofKind(entries, "model-request")).toHaveLength(1);
    expect(lawBreaks(entries)).toEqual([]);
  });

  it("puts in what the user typed while the model was at work, and the title", () => {
    const queued = { attachment: { type: "queued_command", prompt: "and the tests" } };
    const { entries, title } = readLines("claude", [
      user("1", null, "go"),
      reply("2", "1", use("t1")),
      user("3", "2", result("t1", "ok")),
      line("attachment", "4", "3", {}, queued),
      reply("5", "4", text("Both done.")),
      { type: "summary", summary: "made up", leafUuid: "5" },
      { type: "custom-title", customTitle: "mine", sessionId: "s" },
    ]);
    expect(told(entries)).toEqual([
      "user: go",
      "Bash {} = ok",
      "steer: and the tests",
      "text: Both done.",
      "done",
    ]);
    expect(title).toBe("mine");
    expect(entries[0]).toMatchObject({ name: "mine" });
  });

  it("goes on after a compaction from its summary alone", () => {
    const { entries } = readLines("claude", [
      user("1", null, "go"),
      reply("2", "1", text("one")),
      line("system", "3", null, {}, { subtype: "compact_boundary", logicalParentUuid: "2" }),
      user("4", "3", "They said one.", { isCompactSummary: true }),
      user("5", "4", "more"),
    ]);
    expect(modelContext(entries).map(({ content }) => content)).toMatchObject([
      [{ text: "They said one." }],
      [{ text: "more" }],
    ]);
    expect(told(entries)).toContain("text: one");
  });
});
