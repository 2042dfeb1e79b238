import { memoryJournal, toolExtension, type AgentEvent, type Gate, type Tool } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { entriesOf, text, tool } from "./tools.ts";

const verdicts = {
  allow: { decide: () => ({ verdict: "allow", by: "rule a" }) },
  ask: { decide: () => ({ verdict: "ask", by: "mode m", reason: "Mode m asks." }) },
  deny: { decide: () => ({ verdict: "deny", by: "rule d", reason: "Rule d denies." }) },
} satisfies Readonly<Record<string, Gate>>;

/** An agent with an extension whose page may call `act`, and one that has no pages. */
function setUp(parts: Partial<AgentParts>, more: Partial<Tool> = {}) {
  const ran: unknown[] = [];
  const told: string[] = [];
  const act = tool("act", (input) => (ran.push(input), "acted"), { effect: "unknown", ...more });
  const page = { html: "", sources: { connect: [], resources: [], frames: [], bases: [] } };
  const apps = {
    page: () => Promise.resolve(page),
    tool: (name: string) => (name === "raw-act" ? act : undefined),
  };
  const all: AgentParts = {
    model: scriptedModel([[text("done")]]),
    extensions: [{ ...toolExtension(act), name: "shown", apps }, toolExtension(tool("other", () => "x"))],
    journal: memoryJournal(),
    session: "s",
    onEventBetweenRuns: (event: AgentEvent) => event.type === "notice" && told.push(event.text),
    ...parts,
  };
  return { parts: all, ran, told };
}

const wanted = { extension: "shown", tool: "raw-act", input: { n: 1 }, isApproved: false };

it("a page's call that is allowed runs, and the record says so before it does", async () => {
  const journal = memoryJournal();
  const before: number[] = [];
  const { parts, ran, told } = setUp({ gate: verdicts.allow, journal });
  await using agent = createAgent({
    ...parts,
    extensions: (parts.extensions ?? []).map((extension) =>
      "apps" in extension && extension.apps
        ? {
            ...extension,
            apps: {
              ...extension.apps,
              tool: () =>
                tool("act", async (input) => {
                  before.push((await entriesOf(journal)).filter(({ kind }) => kind === "notice").length);
                  ran.push(input);
                  return "acted";
                }),
            },
          }
        : extension,
    ),
  });
  await agent.run("go").result;
  const end = await agent.callForApp(wanted);
  expect(end).toMatchObject({ outcome: { content: [{ type: "text", text: "acted" }] } });
  expect([ran, before]).toEqual([[{ n: 1 }], [1]]);
  expect(told).toEqual(['A page of "shown" calls act: {"n":1}', "The call of act for the page is done."]);
});

it.each([
  ["is asked about", "ask", false, { asks: { tool: "act", reason: "Mode m asks." } }, 0],
  ["that the user approved runs", "ask", true, { outcome: { content: [{ text: "acted" }] } }, 1],
  ["that is denied is not run, approved or not", "deny", true, { outcome: { kind: "denied" } }, 0],
] as const)("a page's call %s", async (_, verdict, isApproved, end, runs) => {
  const { parts, ran } = setUp({ gate: verdicts[verdict] });
  await using agent = createAgent(parts);
  expect(await agent.callForApp({ ...wanted, isApproved })).toMatchObject(end);
  expect(ran).toHaveLength(runs);
});

it("a page cannot call tools of others, nor any that its extension does not give it", async () => {
  const { parts, ran } = setUp({ gate: verdicts.allow });
  await using agent = createAgent(parts);
  for (const call of [
    { ...wanted, extension: "other", tool: "other" },
    { ...wanted, tool: "act" },
    { ...wanted, tool: "other" },
    { ...wanted, extension: "none" },
  ])
    expect(await agent.callForApp(call)).toMatchObject({ outcome: { kind: "unknown-tool" } });
  expect(ran).toEqual([]);
});

it("an input that the tool does not take is not run, and no one is asked about it", async () => {
  const { parts, ran } = setUp(
    { gate: verdicts.ask },
    { check: () => ({ ok: false, issues: ["n: expected a string"] }) },
  );
  await using agent = createAgent(parts);
  expect(await agent.callForApp(wanted)).toMatchObject({ outcome: { kind: "invalid-input" } });
  expect(ran).toEqual([]);
});

it.each([
  [
    "denies",
    { verdict: "deny", by: "hook h", reason: "No." },
    { outcome: { kind: "denied", reason: "No." } },
  ],
  ["asks", { verdict: "ask", by: "hook h", reason: "Sure?" }, { asks: { reason: "Sure?" } }],
  ["allows", { verdict: "allow", by: "hook h" }, { outcome: { content: [{ text: "acted" }] } }],
  ["rewrites it", { input: { n: 2 } }, { outcome: { kind: "denied" } }],
  ["ends the run", { endRun: "Stop." }, { outcome: { kind: "denied", reason: "Stop." } }],
] as const)("a hook that %s counts for a page's call", async (_, effect, end) => {
  const hooks = { has: (type: string) => type === "before-tool", run: () => Promise.resolve(effect) };
  const { parts } = setUp({ gate: verdicts.allow, hooks });
  await using agent = createAgent(parts);
  expect(await agent.callForApp(wanted)).toMatchObject(end);
});

it("an inspector that finds something asks about a page's call", async () => {
  const inspector = { name: "i", inspectCall: () => ({ verdict: "ask", reason: "It deletes." }) as const };
  const { parts } = setUp({ gate: verdicts.allow, inspectors: [inspector] });
  await using agent = createAgent(parts);
  expect(await agent.callForApp(wanted)).toMatchObject({ asks: { reason: "It deletes." } });
});

it("a page's result comes without secrets, and a failure is a result", async () => {
  const redactor = {
    redact: <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value).replaceAll("hunter2", "***")) as Value,
  };
  const { parts } = setUp({ gate: verdicts.allow });
  const secret = tool("act", () => "It is hunter2.");
  const [shown] = parts.extensions ?? [];
  if (!shown || !("callTool" in shown)) throw new Error("no extension");
  const extensions = [{ ...shown, apps: { ...shown.apps!, tool: () => secret } }];
  await using agent = createAgent({
    ...parts,
    extensions,
    redactor: { ...redactor, stream: () => ({ push: (one: string) => one, end: () => "" }) } as never,
  });
  expect(JSON.stringify(await agent.callForApp(wanted))).not.toContain("hunter2");
  const broken = tool("act", () => Promise.reject(new Error("It broke.")));
  await using other = createAgent({
    ...parts,
    session: "t",
    extensions: [{ ...shown, apps: { ...shown.apps!, tool: () => broken } }],
  });
  expect(await other.callForApp(wanted)).toMatchObject({ outcome: { kind: "failed", message: "It broke." } });
});
