import { memoryJournal, type AssistantPart, type JournalStore } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const act = tool("act", () => "ok");
const fail = tool("fail", () => ({ kind: "failed", message: "No." }));

/** Two models that read one script, and who read what. */
function pairOf(script: readonly (readonly AssistantPart[])[], turns?: number) {
  const asked: string[] = [];
  const one = (id: string) =>
    scriptedModel(
      script.map(() => () => {
        asked.push(id);
        return script[asked.length - 1]!;
      }),
      { id },
    );
  const [lead, worker] = [one("lead"), one("worker")];
  const parts = { model: worker, lead: { model: lead, ...(turns === undefined ? {} : { turns }) } };
  return { asked, parts };
}

const calls = (name: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => [call(`${name}${from + n}`, name, { n: from + n })]);

async function run(parts: AgentParts, input = "go") {
  await using agent = createAgent({ ...parts, extensions: [act, fail], session: "s" });
  const switches: string[] = [];
  for await (const event of agent.run(input))
    if (event.type === "model-switched") switches.push(`${event.model}: ${event.reason}`);
  return switches;
}

describe("a lead and a worker", () => {
  it("share the work: the lead makes the first three calls", async () => {
    const { asked, parts } = pairOf([...calls("act", 4), [text("done")]]);
    const journal = memoryJournal();
    expect(await run({ ...parts, journal })).toEqual(["worker: The lead model has finished its turns."]);
    expect(asked).toEqual(["lead", "lead", "lead", "worker", "worker"]);
    const settings = (await entriesOf(journal)).flatMap((entry) =>
      entry.kind === "settings" ? entry.model : [],
    );
    expect(settings).toEqual(["lead", "worker"]);
  });

  it("help each other: two failed calls in a row bring the lead back for two calls", async () => {
    const { asked, parts } = pairOf(
      [
        ...calls("act", 1),
        ...calls("fail", 1),
        ...calls("act", 1, 5),
        ...calls("fail", 2, 1),
        ...calls("act", 3, 6),
        [text("done")],
      ],
      1,
    );
    expect(await run(parts)).toEqual([
      "worker: The lead model has finished its turns.",
      "lead: The lead model takes over: 2 tool calls in a row failed.",
      "worker: The lead model has finished its turns.",
    ]);
    const [l, w] = ["lead", "worker"];
    expect(asked).toEqual([l, w, w, w, w, l, l, w, w]);
  });

  it("help each other when a reply is no answer", async () => {
    const { asked, parts } = pairOf([[], ...calls("act", 2), [text("done")]], 0);
    expect(await run(parts)).toContain("lead: The lead model takes over: the reply was not an answer.");
    expect(asked).toEqual(["worker", "lead", "lead", "worker"]);
  });

  it("are not changed by what people say, and by calls that people or a crash have ended", async () => {
    const { asked, parts } = pairOf([...calls("act", 2), [text("one")], [text("two")]], 0);
    const gate = { decide: () => ({ verdict: "deny", by: "rule" }) as const };
    const journal: JournalStore = memoryJournal();
    expect(await run({ ...parts, journal, gate }, "first")).toEqual([]);
    expect(await run({ ...parts, journal, gate }, "second")).toEqual([]);
    expect(asked).toEqual(["worker", "worker", "worker", "worker"]);
  });

  it("go on as they would have, when the session is resumed", async () => {
    const script = [...calls("act", 1), [text("one")], ...calls("act", 1, 3), [text("two")]];
    const journal: JournalStore = memoryJournal();
    const { asked, parts } = pairOf(script);
    expect(await run({ ...parts, journal }, "first")).toEqual([]);
    expect(await run({ ...parts, journal }, "second")).toEqual([
      "worker: The lead model has finished its turns.",
    ]);
    expect(asked).toEqual(["lead", "lead", "lead", "worker"]);
  });

  it("part when somebody chooses a model", async () => {
    const { asked, parts } = pairOf([...calls("act", 1), [text("never")]]);
    const chosen = scriptedModel([[text("done")]], { id: "chosen" });
    const told: string[] = [];
    const onModelChosen = ({ id }: { readonly id: string }) => told.push(id);
    await using agent = createAgent({ ...parts, extensions: [act], onModelChosen });
    const going = agent.run("go");
    for await (const event of going) if (event.type === "tool-start") await going.setModel(chosen);
    expect((await going.result).text).toBe("done");
    expect(told).toEqual(["chosen"]);
    expect(asked).toEqual(["lead"]);
  });
});
