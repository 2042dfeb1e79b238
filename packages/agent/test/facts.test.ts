import {
  callToolOf,
  memoryJournal,
  type Extension,
  type JsonValue,
  type Redactor,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const clock = { now: () => Date.UTC(2030, 0, 2, 3, 4, 5), sleep: () => Promise.resolve() };

function extension(name: string, tools: readonly Tool[], facts: NonNullable<Extension["facts"]>): Extension {
  return {
    name,
    tools: async () => tools,
    facts,
    status: () => ({ state: "ready" }),
    callTool: (called, input, context) => callToolOf(tools, called, input, context),
    close: async () => undefined,
  };
}

/** Adds one to what its extension keeps. */
const count = (name: string) =>
  tool(name, async (_, { state }) => {
    const before = (state?.read() as number | undefined) ?? 0;
    await state?.write(before + 1);
    return `${state?.read() as number}`;
  });

describe("the facts of a turn", () => {
  it("are time and folder, and how full the window is once it is half full", async () => {
    const usage = { input: 600, output: 10 };
    const model = scriptedModel([{ content: [call("a", "act")], usage }, [text("done")]], {
      limits: { contextTokens: 1_000 },
    });
    const act = tool("act", () => "x".repeat(400));
    await using agent = createAgent({ model, extensions: [act], cwd: "/project", clock });
    await agent.run("go").result;
    const plain = "Time: 2030-01-02 03:04 UTC\nWorking folder: /project";
    expect(model.requests[0]?.turnFacts).toBe(plain);
    const [, after] = model.requests;
    const told = /^Context: about (\d+) of 1000 tokens used, (\d+) left$/m.exec(after?.turnFacts ?? "");
    expect(after?.turnFacts.startsWith(plain)).toBe(true);
    expect(Number(told?.[1])).toBeGreaterThan(705);
    expect(Number(told?.[1])).toBeLessThan(740);
    expect(Number(told?.[1]) + Number(told?.[2])).toBe(1_000);
  });

  it("do not count the bytes of images as text, and say nothing where the window is unknown", async () => {
    const seen: unknown[] = [];
    const image = { type: "image", mediaType: "image/png", data: "A".repeat(1_000_000) } as const;
    await using agent = createAgent({
      model: scriptedModel([[text("done")]]),
      facts: (turn) => (seen.push(turn), ""),
      clock,
      cwd: "/project",
    });
    await agent.run([image, { type: "text", text: "See?" }]).result;
    expect(seen).toEqual([{ turn: 1, now: clock.now(), cwd: "/project", contextTokens: expect.any(Number) }]);
    expect((seen[0] as { contextTokens: number }).contextTokens).toBeLessThan(1_200);
  });

  it("hold what each extension has to say of its state, hidden and clipped", async () => {
    const redactor: Redactor = {
      hide: (words) => words.replaceAll("hunter2", "<PW>"),
      reveal: (words) => words.replaceAll("<PW>", "hunter2"),
      stream: () => ({ push: (piece) => piece, end: () => "" }),
    };
    const long = `${"ü".repeat(2_040)}hunter2${"ü".repeat(2_000)}`;
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({
      model,
      redactor,
      facts: () => "Own.",
      extensions: [
        extension("a", [], () => "The word is hunter2."),
        extension("b", [], () => ""),
        extension("c", [], () => long),
        extension("d", [], () => {
          throw new Error("Broken.");
        }),
      ],
    });
    await agent.run("go").result;
    const blocks = model.requests[0]?.turnFacts.split("\n\n");
    expect(blocks?.slice(0, 2)).toEqual(["Own.", "The word is <PW>."]);
    expect(blocks?.[2]).toMatch(/^ü{2040}<PW>ü{6}\n… \(clipped: 4096 of \d+ bytes\)$/);
    expect(blocks?.slice(3)).toEqual(["(What d has to say now is missing: Broken.)"]);
  });
});

describe("what an extension keeps with a session", () => {
  it("is its own, is there after a resume, and is as it was after a rewind", async () => {
    const journal = memoryJournal();
    const seen: (JsonValue | undefined)[] = [];
    const extensions = [
      extension(
        "counter",
        [count("up")],
        (state) => (seen.push(state), `Count: ${JSON.stringify(state ?? null)}`),
      ),
      extension("other", [count("add")], (state) => `Other: ${JSON.stringify(state ?? null)}`),
    ];
    const calls = (id: string) => [call(`${id}1`, "up"), call(`${id}2`, "add")];
    const gate = { decide: () => ({ verdict: "allow", by: "test" }) as const };
    let third: number;
    {
      const model = scriptedModel([calls("a"), [call("b", "up")], [text("done")]]);
      await using agent = createAgent({ model, extensions, journal, session: "s", facts: () => "", gate });
      await agent.run("go").result;
      expect(model.requests.map(({ turnFacts }) => turnFacts)).toEqual([
        "Count: null\n\nOther: null",
        "Count: 1\n\nOther: 1",
        "Count: 2\n\nOther: 1",
      ]);
      const entries = await entriesOf(journal);
      third = entries.find((entry) => entry.kind === "tool-intent" && entry.callId === "b")?.seq ?? 0;
    }
    const model = scriptedModel([[text("2")], [text("1")], [call("c", "up")], [text("2")]]);
    await using agent = createAgent({ model, extensions, journal, session: "s", facts: () => "", gate });
    await agent.run("on").result;
    await agent.record({ kind: "rewind", to: third });
    await agent.run("again").result;
    await agent.run("more").result;
    expect(model.requests.map(({ turnFacts }) => turnFacts.split("\n\n")[0])).toEqual([
      "Count: 2",
      "Count: 1",
      "Count: 1",
      "Count: 2",
    ]);
    expect(seen).toEqual([undefined, 1, 2, 2, 1, 1, 2]);
  });
});
