import { describe, expect, it } from "vitest";
import { isBroken } from "@skein/protocol";
import { costs, modelContext } from "@skein/sessions";
import { detectFormat } from "../../src/import/index.ts";
import { lawBreaks } from "./journal-laws.ts";
import { readSample, sampleBytes, sampleNames, samples, type SampleName } from "./samples.ts";
import { ofKind, told } from "./told.ts";

describe.each(sampleNames)("%s", (name) => {
  it("is known by its content, whatever it is called", () => {
    expect(detectFormat("session", sampleBytes(name))).toBe(samples[name]);
    expect(detectFormat("session", sampleBytes(name).subarray(0, 1600))).toBe(samples[name]);
  });

  it("makes a lawful journal without warnings, and the same one every time", () => {
    const session = readSample(name);
    expect(lawBreaks(session.entries)).toEqual([]);
    expect(session.warnings).toEqual([]);
    expect(readSample(name)).toEqual(session);
    expect(session.entries[0]).toMatchObject({ id: session.id, cwd: "/project" });
  });
});

const shell: Partial<Record<SampleName, string>> = {
  "claude.jsonl": 'Bash {"command":"echo loopback works","description":"Print a line"} = loopback works',
  "codex.jsonl":
    'exec_command {"cmd":"echo loopback works"} = Chunk ID: f7d071\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 4\nOutput:\nloopback works\n',
  "pi.jsonl": 'bash {"command":"echo loopback works"} = loopback works\n',
  "opencode.json": 'bash {"command":"echo loopback works","description":"Print a line"} = loopback works\n',
};

describe.each(Object.keys(shell) as SampleName[])("the two runs of %s", (name) => {
  const { entries } = readSample(name);
  const quote = samples[name] === "opencode" ? '"' : "";

  it("tell what was said and done", () => {
    expect(told(entries)).toEqual([
      `user: ${quote}Run echo and say what it printed.${quote}`,
      "thinking: I should run echo.",
      "text: I will run it.",
      shell[name],
      "text: The command printed: loopback works.",
      "done",
      `user: ${quote}And once more, in words only.${quote}`,
      "text: The command printed: loopback works.",
      "done",
    ]);
  });

  it("have counters for each of the three requests", () => {
    expect(costs(entries)).toMatchObject({ requests: 3, usage: { input: 33, output: 21 } });
  });
});

describe("signed thoughts", () => {
  const thoughtOf = (name: SampleName) =>
    ofKind(readSample(name).entries, "assistant-message")
      .flatMap(({ content }) => content)
      .find(({ type }) => type === "thinking")?.sidecar;

  it("go back to who wrote them, in the form our providers keep", () => {
    const signature = { signature: "c2lnbmVk" };
    expect(thoughtOf("claude.jsonl")).toEqual({
      provider: "anthropic",
      model: "claude-test",
      data: signature,
    });
    expect(thoughtOf("pi.jsonl")).toEqual({
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      data: signature,
    });
    expect(thoughtOf("goose.json")).toEqual({ provider: "anthropic", model: "demo-1", data: signature });
    const summary = [{ type: "summary_text", text: "I should run echo." }];
    expect(thoughtOf("codex.jsonl")).toEqual({
      provider: "loop",
      model: "gpt-5",
      data: { api: "responses", id: "rs_0", summary, encrypted_content: "sealed_0" },
    });
  });
});

describe("calls made at once, a compaction and a subagent", () => {
  const text = sampleBytes("claude-subagent.jsonl").toString();
  const session = readSample("claude-parallel.jsonl", { children: [{ name: "agent.jsonl", text }] });

  it("are one reply with all its results, though these hang beside the branch", () => {
    const [reply] = ofKind(session.entries, "assistant-message");
    expect(reply?.content.map((part) => (part.type === "tool-call" ? part.id : part.type))).toEqual([
      "text",
      "toolu_a",
      "toolu_b",
      "toolu_c",
    ]);
    expect(
      ofKind(session.entries, "tool-result").map(({ callId, failure }) => [callId, failure?.kind]),
    ).toEqual([
      ["toolu_a", undefined],
      ["toolu_b", "failed"],
      ["toolu_c", undefined],
    ]);
  });

  it("show what the compaction hid, and send the model only the summary and what was kept", () => {
    expect(told(session.entries)).toContain("user: parallel please");
    expect(told(session.entries)).toContain(
      "agent: <local-command-stdout>Compacted (ctrl+o to see full summary)</local-command-stdout>",
    );
    expect(told(session.entries)).toContain("compaction: Summary:\nThey ran echo twice.");
    const [first, second] = modelContext(session.entries);
    expect(first).toMatchObject({ role: "user", content: [{ text: "Summary:\nThey ran echo twice." }] });
    expect(second).toMatchObject({ role: "assistant", content: [{ text: "All three are done." }] });
  });

  it("name the subagent's session", () => {
    const [child] = session.children;
    expect(child?.id).toBe("claude-agent-a2cedb30d476c604f");
    expect(ofKind(session.entries, "child")).toMatchObject([{ session: child?.id, callId: "toolu_c" }]);
    expect(lawBreaks(child?.entries ?? [])).toEqual([]);
    expect(told(child?.entries ?? [])).toEqual([
      "user: SUBTASK: run echo",
      'Bash {"command":"echo from below","description":"Print"} = from below',
      "text: Sub done.",
      "done",
    ]);
    expect(ofKind(readSample("claude-parallel.jsonl").entries, "child")).toEqual([]);
  });
});

describe("a session of Goose", () => {
  const { entries, title, usage, costUsd } = readSample("goose.json");

  it("puts the blocks of a reply together, and says of a call that did not parse that it never ran", () => {
    expect(told(entries)).toEqual([
      "user: What is on this picture, and in notes.txt?",
      "thinking: Two things.",
      "text: I will look.",
      'shell {"command":"cat notes.txt"} = hello noteslinked',
      'unknown "-32602: the arguments are not JSON" = -32602: the arguments are not JSON',
      "compaction: They looked at a picture and at notes.txt.",
      "text: It says hello.",
      "done",
    ]);
    const calls = ofKind(entries, "assistant-message").flatMap(({ content }) =>
      content.filter((part) => part.type === "tool-call"),
    );
    expect(calls.map(isBroken)).toEqual([false, true]);
    expect(ofKind(entries, "tool-intent")).toMatchObject([{ callId: "toolu_1", extension: "developer" }]);
  });

  it("has the times of its messages, which are in seconds there", () => {
    expect(ofKind(entries, "user-message")).toMatchObject([{ at: 1_795_164_987_000 }]);
  });

  it("has the sums of the session, and with the last reply what its request took", () => {
    expect({ title, usage, costUsd }).toEqual({
      title: "a picture and a hidden past",
      usage: { input: 360, output: 60 },
      costUsd: 0.0102,
    });
    expect(ofKind(entries, "model-result").at(-1)?.usage).toEqual({ input: 120, output: 20 });
  });
});
