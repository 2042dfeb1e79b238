import {
  isJsonObject,
  memoryJournal,
  type Answer,
  type Gate,
  type Question,
  type ToolContext,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const schema = { type: "object", properties: { city: { type: "string" } } };

/** Its tool asks for a city, and fails without one. */
const asking = tool("travel", async (_: unknown, { requests }: ToolContext) => {
  const reply = await requests?.elicit({ message: "Where to?", schema });
  if (isJsonObject(reply)) return `off to ${JSON.stringify(reply["city"])}`;
  throw new Error(reply === null ? "declined" : "no one said where to");
});
/** Its tool asks the model. */
const sampling = tool("think", async (_: unknown, { requests }: ToolContext) => {
  const asked = { role: "user", from: "agent", content: [{ type: "text", text: "2 + 2?" }] } as const;
  const reply = await requests?.sample({ system: "Be brief.", messages: [asked], maxOutputTokens: 50 });
  return `${reply?.model}: ${reply?.text}`;
});

function agentWith(name: string, parts: Partial<AgentParts>, replies = [[text("done")]]) {
  const model = scriptedModel([[call("a", name)], ...replies]);
  const agent = createAgent({ model, extensions: [asking, sampling], session: "s", ...parts });
  const result = () => model.requests.at(-1)?.messages.findLast(({ role }) => role === "tool")?.content;
  return { agent, model, result };
}

const allowing: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };

it("a tool knows the folders of its client, and logs for people where somebody collects it", async () => {
  const logged: string[] = [];
  const noting = tool("note", async (_: unknown, { requests, log }: ToolContext) => {
    log?.("warning", "it is late");
    return JSON.stringify(await requests?.roots?.());
  });
  const model = scriptedModel([[call("a", "note")], [text("done")]]);
  await using agent = createAgent({
    model,
    extensions: [noting],
    cwd: "/home/ann/shop",
    extensionLog: (...line) => void logged.push(line.join(" ")),
  });
  await agent.run("go").result;
  const results = model.requests[1]?.messages.findLast(({ role }) => role === "tool");
  expect(results).toMatchObject({ content: [{ content: [{ text: '["/home/ann/shop"]' }] }] });
  expect(logged).toEqual(["note warning it is late"]);
});

describe("an extension that asks the user", () => {
  it.each([
    ["accepts", { reply: { city: "Oslo" } }, 'off to \\"Oslo\\"'],
    ["declines", { reply: null }, "declined"],
    ["dismisses the question", { deny: "" }, "no one said where to"],
  ] satisfies [string, Answer, string][])("learns that they %s it", async (_, answer, said) => {
    const asked: Question[] = [];
    const journal = memoryJournal();
    const { agent, result } = agentWith("travel", {
      gate: allowing,
      journal,
      ask: async (question) => (asked.push(question), answer),
    });
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done" });
    expect(asked).toMatchObject([{ kind: "elicitation", message: "Where to?", schema }]);
    expect(JSON.stringify(result())).toContain(said);
    const kinds = (await entriesOf(journal)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => ["question", "answer"].includes(kind))).toEqual(["question", "answer"]);
  });

  it("withdraws its question: it is closed, and every client is told", async () => {
    const wanted = new AbortController();
    const hasty = tool("hasty", async (_: unknown, { requests }: ToolContext) => {
      const reply = await requests?.elicit({ message: "Where to?", schema, signal: wanted.signal });
      return `reply: ${JSON.stringify(reply)}`;
    });
    const journal = memoryJournal();
    const ask = () => (setTimeout(() => wanted.abort(), 10), new Promise<Answer>(() => {}));
    const { agent, result } = agentWith("hasty", { gate: allowing, journal, ask, extensions: [hasty] });
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done" });
    expect(JSON.stringify(result())).toContain("reply: null");
    const answers = (await entriesOf(journal)).filter(({ kind }) => kind === "answer");
    expect(answers).toMatchObject([{ answer: { reply: null }, by: "hasty" }]);
  });

  it("ends the run as needs-input when no one is available and the call fails without", async () => {
    const { agent } = agentWith("travel", { gate: allowing });
    await using running = agent;
    const { outcome, error } = await running.run("go").result;
    expect(outcome).toBe("needs-input");
    expect(error?.message).toContain("The extension travel asks: Where to? No one is available to answer.");
  });
});

describe("an extension that asks the model", () => {
  it("gets its answer, journaled and counted, where the gate permits it", async () => {
    const journal = memoryJournal();
    const { agent, model, result } = agentWith("think", { gate: allowing, journal }, [
      [text("four")],
      [text("done")],
    ]);
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done" });
    expect(model.requests[1]).toMatchObject({
      system: "Be brief.",
      tools: [],
      options: { maxOutputTokens: 50 },
      messages: [{ role: "user", content: [{ text: "2 + 2?" }] }],
    });
    expect(JSON.stringify(result())).toContain(`${model.id}: four`);
    const asked = (await entriesOf(journal)).flatMap((entry) =>
      entry.kind === "model-request" ? [entry.purpose] : [],
    );
    expect(asked).toEqual(["turn", "sampling", "turn"]);
  });

  it("is answered by the fast model and asks no one, where its tool is for that", async () => {
    const journal = memoryJournal();
    const fast = scriptedModel([[text("four")]], { id: "small" });
    const gate: Gate = {
      decide: ({ tool: name }) => ({ verdict: name.endsWith("__sampling") ? "deny" : "allow", by: "test" }),
    };
    const thinking = {
      ...tool("think", async (_: unknown, { requests }: ToolContext) => {
        const asked = { role: "user", from: "agent", content: [{ type: "text", text: "2 + 2?" }] } as const;
        const sent = { system: "", messages: [asked], maxOutputTokens: 50, prefersFast: true };
        return (await requests?.sample(sent))?.text ?? "";
      }),
      asksModel: true as const,
    };
    const model = scriptedModel([[call("a", "think")], [text("done")]]);
    await using agent = createAgent({ model, fast, extensions: [thinking], session: "s", gate, journal });
    const { outcome, usage } = await agent.run("go").result;
    expect([outcome, fast.requests.length, model.requests.length]).toEqual(["done", 1, 2]);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("four");
    const results = (await entriesOf(journal)).flatMap((entry) =>
      entry.kind === "model-result" ? [entry] : [],
    );
    expect(results.map((entry) => entry.model)).toEqual([model.id, "small", model.id]);
    expect(usage.output).toBe(results.reduce((sum, entry) => sum + (entry.usage.output ?? 0), 0));
  });

  describe("with tools of its own", () => {
    const definition = { name: "stock", description: "Counts.", inputSchema: { type: "object" } };
    const question = { role: "user", from: "agent", content: [{ type: "text", text: "How many?" }] } as const;
    const counting = tool("think", async (_: unknown, { requests }: ToolContext) => {
      const tools = [definition];
      const sent = {
        system: "",
        messages: [question],
        maxOutputTokens: 50,
        tools,
        toolChoice: "required",
      } as const;
      return JSON.stringify((await requests?.sample(sent))?.toolCalls);
    });
    const run = async (gate: Gate, reply = call("t", "stock", { of: "pears" })) => {
      const given = { gate, extensions: [counting] };
      const { agent, model, result } = agentWith("think", given, [
        [text("I look."), reply] as never,
        [text("done")],
      ]);
      await using running = agent;
      await running.run("go").result;
      return { request: model.requests[1], said: JSON.stringify(result()) };
    };

    it("gets the model's calls, each permitted under the name of the tool", async () => {
      const decided: string[] = [];
      const gate: Gate = {
        decide: ({ tool: name }) => (decided.push(name), { verdict: "allow", by: "test" }),
      };
      const { request, said } = await run(gate);
      expect(request).toMatchObject({ tools: [definition], options: { toolChoice: "required" } });
      expect(decided).toEqual(["think", "think__sampling", "think__stock"]);
      expect(said).toContain("pears");
    });

    it("gets none that a rule denies, or that none of its tools is called by", async () => {
      const gate: Gate = {
        decide: ({ tool: name }) => ({ verdict: name.endsWith("stock") ? "deny" : "allow", by: "test" }),
      };
      expect((await run(gate)).said).toContain("stock is denied");
      expect((await run(allowing, call("t", "shell"))).said).toContain("cannot be used");
    });
  });

  it.each([
    ["the gate denies it", "deny", { reply: {} }],
    ["the user declines it", "ask", { reply: null }],
  ] satisfies [string, string, Answer][])("is refused when %s", async (_, verdict, answer) => {
    const asked: Question[] = [];
    const gate: Gate = {
      decide: ({ tool: name }) => ({
        verdict: name.endsWith("__sampling") ? (verdict as "ask" | "deny") : "allow",
        by: "test",
      }),
    };
    const { agent, model, result } = agentWith("think", {
      gate,
      ask: async (question) => (asked.push(question), answer),
    });
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done" });
    expect(model.requests).toHaveLength(2);
    expect(JSON.stringify(result())).toMatch(/Sampling is denied|did not permit sampling/);
    expect(asked.map(({ kind }) => kind)).toEqual(verdict === "ask" ? ["elicitation"] : []);
  });

  it("asks one after the other, and 20 times in a call at most", async () => {
    const asked = { role: "user", from: "agent", content: [{ type: "text", text: "Again." }] } as const;
    const request = { system: "", messages: [asked], maxOutputTokens: 5 };
    const greedy = tool("greedy", async (_: unknown, { requests }: ToolContext) => {
      const all = await Promise.allSettled(Array.from({ length: 50 }, () => requests!.sample(request)));
      const refused = all.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
      return `${all.length - refused.length} answers, then ${new Set(refused).size} reason: ${refused[0]}`;
    });
    const replies = Array.from({ length: 20 }, () => [text("yes")]);
    const { agent, model, result } = agentWith("greedy", { gate: allowing, extensions: [greedy] }, [
      ...replies,
      [text("done")],
    ]);
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done", text: "done" });
    expect(model.requests).toHaveLength(22);
    expect(JSON.stringify(result())).toContain(
      "20 answers, then 1 reason: Error: A call may ask the model 20 times, and this one has.",
    );
  });

  it("is shown to the user in part when it is very long, and that is said", async () => {
    const asked: Question[] = [];
    const long = {
      role: "user",
      from: "agent",
      content: [{ type: "text", text: "x".repeat(50_000) }],
    } as const;
    const talkative = tool(
      "talkative",
      async (_: unknown, { requests }: ToolContext) =>
        (await requests!.sample({ system: "", messages: [long], maxOutputTokens: 5 })).text,
    );
    const gate: Gate = {
      decide: ({ tool: name }) => ({ verdict: name.endsWith("__sampling") ? "ask" : "allow", by: "test" }),
    };
    const ask = async (question: Question): Promise<Answer> => (asked.push(question), { reply: {} });
    const { agent } = agentWith("talkative", { gate, ask, extensions: [talkative] }, [
      [text("yes")],
      [text("done")],
    ]);
    await using running = agent;
    expect(await running.run("go").result).toMatchObject({ outcome: "done", text: "done" });
    const [question] = asked;
    const message = question?.kind === "elicitation" ? question.message : "";
    expect(message.length).toBeLessThan(8_200);
    expect(message).toMatch(/x … and 42,\d{3} more characters$/);
  });
});
