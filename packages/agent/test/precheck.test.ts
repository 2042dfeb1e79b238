import { memoryJournal, type AgentEvent, type Gate, type Question, type Redactor } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, text, tool } from "./tools.ts";

const failure = { kind: "failed", message: "old_text is not in a.txt." } as const;

function setUp(parts: Partial<AgentParts> = {}) {
  const asked: Question[] = [];
  const looked: string[] = [];
  const edit = tool("edit", () => "edited", {
    effect: "writes",
    resources: () => ["file:/a.txt"],
    precheck: async (value, { callId }) => {
      looked.push(callId);
      return JSON.stringify(value).includes("bad") ? failure : undefined;
    },
  });
  const model = scriptedModel([[call("a", "edit", { old: "bad" })], [text("done")]]);
  const ask = async (question: Question) => (asked.push(question), { allow: "once" } as const);
  return { asked, looked, model, parts: { model, extensions: [edit], ask, ...parts } };
}

describe("a call that cannot succeed", () => {
  it("fails before anyone is asked", async () => {
    const { asked, model, parts } = setUp();
    await using agent = createAgent(parts);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(failure.message);
  });

  it("fails also when no one can be asked", async () => {
    const { asked: _, parts } = setUp();
    const { ask: __, ...rest } = parts;
    await using agent = createAgent(rest);
    expect((await agent.run("go").result).outcome).toBe("done");
  });

  it("is not looked at where reading it would need an approval", async () => {
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "guarded path" }) };
    const { asked, looked, parts } = setUp({ gate });
    await using agent = createAgent(parts);
    await agent.run("go").result;
    expect(looked).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("is replayed without a question", async () => {
    const { parts } = setUp();
    const recording = await record(parts, (agent) => agent.run("go").result, memoryJournal());
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});

describe("the preview of a call", () => {
  const key = "-----BEGIN KEY-----\nhunter2\n-----END KEY-----";
  const hide = (words: string) => words.replaceAll("s3cret-token", "__SECRET__").replaceAll(key, "__KEY__");
  const redactor: Redactor = {
    redact: hide,
    restore: (words) => words,
    stream: () => ({ push: hide, end: () => "" }),
  };

  async function asked(preview: string, parts: Partial<AgentParts> = {}) {
    const questions: Question[] = [];
    const events: AgentEvent[] = [];
    const edit = tool("edit", () => "edited", {
      effect: "writes",
      precheck: () => Promise.resolve({ preview }),
    });
    const recording = await record(
      {
        model: scriptedModel([[call("a", "edit", { path: "f" })], [text("done")]]),
        extensions: [edit],
        redactor,
        ask: async (question) => (questions.push(question), { allow: "once" }),
        ...parts,
      },
      async (agent) => {
        for await (const event of agent.run("go")) events.push(event);
      },
    );
    const [question] = questions;
    return {
      recording,
      question,
      preview: question?.kind === "approval" ? question.preview : undefined,
      events,
    };
  }

  it("is in the question as it is asked, told and kept", async () => {
    const { recording, question, preview, events } = await asked("@@ line 2 @@\n-a\n+b");
    expect(preview).toBe("@@ line 2 @@\n-a\n+b");
    expect(events.find(({ type }) => type === "question")).toMatchObject({ question });
    expect(recording.entries.find(({ kind }) => kind === "question")).toMatchObject({ question });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("is replayed also when the call was denied", async () => {
    const { recording } = await asked("-a\n+b", { ask: async () => ({ deny: "no" }) });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("has no secret in it", async () => {
    expect((await asked("-token: s3cret-token\n+token: none")).preview).toBe(
      "-token: __SECRET__\n+token: none",
    );
  });

  it.each([
    ["a secret is spread over its lines", key.replaceAll(/^/gm, "+")],
    ["it is too long", "+a\n".repeat(400)],
    ["it is too big", `+${"ä".repeat(16_384)}`],
  ])("is left out when %s", async (_, preview) => {
    const found = await asked(preview);
    expect(found.question).toBeDefined();
    expect(found.question).not.toHaveProperty("preview");
    expect(JSON.stringify(found.recording.entries)).not.toContain("hunter2");
  });

  it.each(["+a\n".repeat(399), `++${"ä".repeat(16_383)}`])(
    "may have 400 lines and 32 KiB",
    async (preview) => {
      expect((await asked(preview)).preview).toBe(preview);
    },
  );

  it("is not made where reading would need an approval", async () => {
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "guarded path" }) };
    const found = await asked("+what a guarded file holds", { gate });
    expect(found.question).toBeDefined();
    expect(JSON.stringify([found.question, found.recording.entries])).not.toContain("holds");
  });
});
