import { memoryJournal, type Answer, type Gate, type JournalStore, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerQuestion, createAgent, type AgentParts } from "../src/index.ts";
import { planningIsOver } from "../src/planning/prompts.ts";
import { replay, record, sameAs } from "./replay/record.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const next = ["smart_approve", "accept_edits", "auto"];

const propose = tool("propose_plan", () => "accepted", {
  repeat: "safe",
  proposesPlan: { in: "plan", next },
  check: (value) =>
    typeof (value as { plan?: unknown }).plan === "string"
      ? { ok: true, value }
      : { ok: false, issues: ["/plan: expected text"] },
});
const read = tool("read", () => "seen");

const proposal = (id = "p", plan = "# Plan") => call(id, "propose_plan", { plan });

/** A gate that keeps its modes. */
function modeGate(modes: string[] = []): Gate {
  return { decide: () => ({ verdict: "allow", by: "test" }), setMode: (mode) => void modes.push(mode) };
}

function planner(replies: Parameters<typeof scriptedModel>[0], more: Partial<AgentParts> = {}) {
  const model = scriptedModel(replies);
  const parts = { model, extensions: [propose, read], gate: modeGate(), mode: "plan", ...more };
  return { model, parts };
}

async function runOnce(parts: AgentParts, journal: JournalStore = memoryJournal()) {
  await using agent = createAgent({ ...parts, journal, session: "s" });
  const result = await agent.run("go").result;
  return { result, open: await agent.openQuestions(), journal, entries: await entriesOf(journal) };
}

describe("a proposed plan", () => {
  it("is a question of its own kind, whatever the gate allows", async () => {
    const asked: Question[] = [];
    const { parts, model } = planner([[proposal()], [text("done")]], {
      ask: async (question) => (asked.push(question), { allow: "once" }),
    });
    const { result, entries } = await runOnce(parts);
    expect(result.outcome).toBe("done");
    expect(asked).toMatchObject([{ kind: "plan", callId: "p", plan: "# Plan", modes: next }]);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([{ content: [{ text: "accepted" }] }]);
    expect(entries.filter(({ kind }) => kind === "decision")).toMatchObject([
      { verdict: "ask", by: "mode plan" },
      { verdict: "allow", by: "user" },
    ]);
  });

  it("sets the mode of the session also where the gate has no modes of its own", async () => {
    const { parts } = planner([[proposal()], [text("done")]], {
      gate: { decide: () => ({ verdict: "allow", by: "test" }) },
      ask: async () => ({ allow: "once", mode: "auto" }),
    });
    const { result, entries } = await runOnce(parts);
    expect(result.outcome).toBe("done");
    expect(entries.findLast(({ kind }) => kind === "settings")).toMatchObject({ mode: "auto", callId: "p" });
  });

  it("sets the mode that the user chooses before the call runs, and says which call did", async () => {
    const modes: string[] = [];
    const { parts } = planner([[proposal()], [text("done")]], {
      gate: modeGate(modes),
      ask: async () => ({ allow: "once", mode: "accept_edits" }),
    });
    const { entries } = await runOnce(parts);
    expect(modes).toEqual(["accept_edits"]);
    const kinds = entries.flatMap((entry) =>
      entry.kind === "settings" ? [`${entry.kind} ${entry.mode} ${entry.callId ?? ""}`] : [entry.kind],
    );
    const answered = kinds.indexOf("answer");
    expect(kinds.slice(answered, answered + 5)).toEqual([
      "answer",
      "decision",
      "settings accept_edits p",
      "tool-intent",
      "tool-result",
    ]);
  });

  it("continues in the first mode when the answer names none", async () => {
    const modes: string[] = [];
    const { parts } = planner([[proposal()], [text("done")]], {
      gate: modeGate(modes),
      ask: async () => ({ allow: "always" }),
    });
    await runOnce(parts);
    expect(modes).toEqual(["smart_approve"]);
  });

  it("tells the new mode in an event, in the order of the journal", async () => {
    const { parts } = planner([[proposal()], [text("done")]], {
      ask: async () => ({ allow: "once", mode: "auto" }),
    });
    await using agent = createAgent(parts);
    const seqs: number[] = [];
    const modes: string[] = [];
    for await (const event of agent.run("go")) {
      if (event.type === "settings") modes.push(event.mode);
      if (event.seq !== undefined) seqs.push(event.seq);
    }
    expect(modes).toEqual(["plan", "auto"]);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  });

  it("counts as the user has edited it", async () => {
    const inputs: unknown[] = [];
    const keeping = { ...propose, call: async (value: unknown) => (inputs.push(value), { content: [] }) };
    const { parts } = planner([[proposal()], [text("done")]], {
      extensions: [keeping, read],
      ask: async () => ({ allow: "once", input: { plan: "# Mine" } }),
    });
    const { entries } = await runOnce(parts);
    expect(inputs).toEqual([{ plan: "# Mine" }]);
    expect(entries.find(({ kind }) => kind === "tool-intent")).toMatchObject({ input: { plan: "# Mine" } });
  });

  it("is rejected with what to change: the model goes on planning in the same mode", async () => {
    const modes: string[] = [];
    let asked = 0;
    const { parts, model } = planner(
      [[proposal()], [call("r", "read")], [proposal("q", "# Better")], [text("done")]],
      {
        gate: modeGate(modes),
        ask: async () => (++asked === 1 ? { deny: "Smaller steps" } : { allow: "once", mode: "auto" }),
      },
    );
    const { result } = await runOnce(parts);
    expect(result.outcome).toBe("done");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("Smaller steps");
    expect(modes).toEqual(["auto"]);
  });

  it("is only asked about once when a reply proposes two: the second is denied, since planning is over", async () => {
    let asked = 0;
    const { parts, model } = planner([[proposal("p"), proposal("q")], [text("done")]], {
      ask: async () => (asked++, { allow: "once" }),
    });
    await runOnce(parts);
    expect(asked).toBe(1);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { callId: "p" },
      { failure: "denied" },
    ]);
  });

  it("is denied in every other mode", async () => {
    const { parts, model } = planner([[proposal()], [text("done")]], {
      mode: "auto",
      ask: async () => ({ allow: "once" }),
    });
    const { entries } = await runOnce(parts);
    expect(entries.some(({ kind }) => kind === "question")).toBe(false);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(planningIsOver);
  });
});

describe("with no one to answer", () => {
  it("the run ends as needs-input with the plan as its text, and the question stays open", async () => {
    const { parts } = planner([[text("Here it is."), proposal()]]);
    const { result, open } = await runOnce(parts);
    expect(result).toMatchObject({ outcome: "needs-input", text: "# Plan", error: { code: "plan" } });
    expect(open).toMatchObject([{ kind: "plan" }]);
  });

  it("another process answers, and a third one continues in the mode of the answer", async () => {
    const { parts } = planner([[proposal()]]);
    const { journal, open } = await runOnce(parts);
    const answer: Answer = { allow: "once", mode: "accept_edits", input: { plan: "# Edited" } };
    await answerQuestion({ journal, session: "s", questionId: open[0]!.id, answer, by: "somebody" });
    const modes: string[] = [];
    const later = planner([[text("done")]], { gate: modeGate(modes), mode: "smart_approve" });
    await using agent = createAgent({ ...later.parts, journal, session: "s" });
    expect(await agent.run().result).toMatchObject({ outcome: "done" });
    expect(modes).toEqual(["accept_edits"]);
    const settings = (await entriesOf(journal)).filter((entry) => entry.kind === "settings");
    expect(settings.map(({ mode }) => mode)).toEqual(["plan", "smart_approve", "accept_edits"]);
  });

  it("is asked again, under the same id, in a session that is resumed in another mode", async () => {
    const { parts } = planner([[proposal()]]);
    const { journal, open } = await runOnce(parts);
    const asked: Question[] = [];
    const later = planner([[text("done")]], {
      mode: "smart_approve",
      ask: async (question) => (asked.push(question), { allow: "once" }),
    });
    await using agent = createAgent({ ...later.parts, journal, session: "s" });
    expect(await agent.run().result).toMatchObject({ outcome: "done" });
    expect(asked).toEqual(open);
  });
});

describe("what is no answer to a plan", () => {
  const wrong: readonly Answer[] = [
    { allow: "once", mode: "plan" },
    { allow: "once", mode: "everything" },
    { allow: "once", input: { plan: "  " } },
    { allow: "once", input: "text" },
  ];

  it.each(wrong)("is refused when it is given late: %j", async (answer) => {
    const { parts } = planner([[proposal()]]);
    const { journal, open } = await runOnce(parts);
    const given = answerQuestion({ journal, session: "s", questionId: open[0]!.id, answer, by: "somebody" });
    await expect(given).rejects.toMatchObject({ code: "usage" });
    await using agent = createAgent({ ...parts, journal, session: "s" });
    await expect(agent.answer(open[0]!.id, answer)).rejects.toMatchObject({ code: "usage" });
    expect(await agent.openQuestions()).toEqual(open);
  });

  it.each(wrong)("is refused while the run waits, which goes on waiting: %j", async (answer) => {
    const { parts } = planner([[proposal()], [text("done")]], { ask: "handle" });
    await using agent = createAgent(parts);
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "question") continue;
      await expect(run.answer(event.question.id, answer)).rejects.toMatchObject({ code: "usage" });
      await run.answer(event.question.id, { allow: "once" });
    }
    expect((await run.result).outcome).toBe("done");
  });

  it("ends the run as needs-input when it comes from whoever was asked", async () => {
    const { parts } = planner([[proposal()]], { ask: async () => ({ allow: "once", mode: "everything" }) });
    const { result, open } = await runOnce(parts);
    expect(result).toMatchObject({ outcome: "needs-input", error: { code: "unanswered" } });
    expect(open).toHaveLength(1);
  });

  it("also is a mode for an approval, which would mean nothing", async () => {
    const { parts } = planner([[call("r", "read")]], {
      gate: { decide: () => ({ verdict: "ask", by: "test" }) },
      ask: async () => ({ allow: "once", mode: "auto" }),
    });
    expect((await runOnce(parts)).result.outcome).toBe("needs-input");
  });
});

describe("replayed", () => {
  const answers = fc.array(
    fc.oneof(
      fc.record({ deny: fc.constantFrom("", "Smaller steps") }),
      fc.record(
        {
          allow: fc.constantFrom("once" as const, "session" as const),
          mode: fc.constantFrom(...next),
          input: fc.record({ plan: fc.constantFrom("# Edited", "# Mine") }),
        },
        { requiredKeys: ["allow"] },
      ),
    ),
    { minLength: 1, maxLength: 4 },
  );

  it("a session of plans makes the same requests and entries", async () => {
    await checkProperty(
      fc.asyncProperty(answers, fc.boolean(), async (given, isLate) => {
        const until = given.findIndex((answer) => "allow" in answer);
        const used = until === -1 ? [...given, { allow: "once" as const }] : given.slice(0, until + 1);
        const journal = memoryJournal();
        const left = [...used];
        const replies = [...used.map((_, at) => [proposal(`p${at}`, `# Plan ${at}`)]), [text("done")]];
        const { parts } = planner(replies);
        const recording = await record(
          { ...parts, ...(isLate ? {} : { ask: async () => left.shift()! }) },
          async (agent) => {
            let result = await agent.run("go").result;
            while (result.outcome === "needs-input") {
              const [question] = await agent.openQuestions();
              await agent.answer(question!.id, left.shift()!);
              result = await agent.run().result;
            }
            expect(result.outcome).toBe("done");
          },
          journal,
        );
        expect(await replay(recording)).toMatchObject(sameAs(recording));
      }),
      { numRuns: 30 },
    );
  });

  it("names the planner before and the model for the work after the plan was accepted", async () => {
    let mode = "plan";
    const inner = scriptedModel([[proposal()], [text("done")]]);
    const parts: AgentParts = {
      model: {
        get provider() {
          return "test";
        },
        get id() {
          return mode === "plan" ? "thinker" : "worker";
        },
        limits: {},
        stream: (request, signal) => inner.stream(request, signal),
      },
      extensions: [propose],
      mode: "plan",
      gate: { decide: () => ({ verdict: "allow", by: "test" }), setMode: (name) => void (mode = name) },
      ask: async () => ({ allow: "once", mode: "auto" }),
    };
    const recording = await record(parts, (agent) => agent.run("go").result);
    const asked = recording.entries.filter((entry) => entry.kind === "model-request");
    expect(asked.map(({ model }) => model)).toEqual(["thinker", "worker"]);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});
