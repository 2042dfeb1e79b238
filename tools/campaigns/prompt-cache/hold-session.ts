import { createAgent } from "../../../packages/agent/src/index.ts";
import { developer } from "../../../packages/extensions-builtin/src/developer/index.ts";
import { todo } from "../../../packages/extensions-builtin/src/todo/index.ts";
import { sqliteJournal } from "../../../packages/sessions/src/index.ts";
import { judged, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { seeded } from "../runner/seeded.ts";
import { tools } from "../wires/tools.ts";
import type { Wire } from "../wires/wires.ts";
import { dueElision } from "./due-elision.ts";
import { changeTool, changingExtension, delegate } from "./own-tools.ts";
import { createScript } from "./script.ts";

export interface HeldSession {
  /** What the server received, in order. */
  readonly bodies: readonly string[];
  /** Requests, from 0, whose break was declared, and why. */
  readonly declared: ReadonlyMap<number, string>;
  /** Changes that were to be made and for which there was no time. */
  readonly left: readonly string[];
  /** What the server refused, in its words. */
  readonly rejected: readonly string[];
  readonly outcomes: readonly string[];
}

/** Something that changes what the next request begins with. */
interface Change {
  readonly name: string;
  /** The part of the session after which it is made, 0 to 1. */
  readonly after: number;
  make(): unknown;
}

/**
 * A session on one wire, kept on disk: with the built-in tools, pictures, replies that break off, messages that steer,
 * subagents, a clock that goes on, a todo list that changes, and another process after a third of it. What must be
 * declared is made once each: a change of mode, tools and model and an elision in the middle of a run, a compaction and a
 * rewind between two.
 */
export async function holdSession(wire: Wire, turns: number, seed = 1): Promise<HeldSession> {
  await using folder = await temporaryFolder();
  let replies = 0;
  const changing = changingExtension();
  const elision = dueElision();
  const inRun: Change[] = [
    // This mode offers no tool that writes.
    { name: "mode", after: 0.25, make: () => run.setMode("plan") },
    { name: "elision", after: 0.45, make: () => elision.makeDue() },
    { name: "tools", after: 0.7, make: () => changing.offer("small", "larger") },
    { name: "model", after: 0.8, make: () => run.setModel(provider.model(wire.models[1])) },
  ];
  const between: Change[] = [
    { name: "process", after: 1 / 3, make: reopen },
    { name: "compaction", after: 0.5, make: compact },
    { name: "rewind", after: 0.6, make: () => agent.record({ kind: "rewind", to: beforeRun }) },
  ];
  const change = changeTool(async () => void (await inRun.shift()?.make()));
  const script = createScript(
    wire,
    seeded(seed),
    new Set(inRun.map(({ after }) => Math.round(after * turns))),
  );
  const judge = judged(wire.rules, () => {
    replies++;
    return script();
  });
  await using server = await wire.serve(judge.script);
  const provider = wire.provider({
    apiKey: "a-key",
    baseUrl: server.url + wire.path,
    retry: { retries: 0 },
    env: {},
  });
  const posts = () => server.requests.filter(({ method }) => method === "POST");

  const journal = sqliteJournal(folder.path);
  let now = Date.UTC(2026, 0, 1);
  const open = () =>
    createAgent({
      model: provider.model(wire.models[0]),
      extensions: [developer(), todo(), changing.extension, delegate, change, ...tools],
      gate: {
        decide: () => Promise.resolve({ verdict: "allow", by: "plan" }),
        setMode: () => changing.offer("small"),
      },
      compaction: elision.compaction,
      system: "Work on. ".repeat(200),
      options: { effort: "high" },
      clock: { now: () => (now += 20_000), sleep: () => Promise.resolve() },
      dynamicContext: (moment) => [{ name: "time", text: `It is ${new Date(moment.now).toISOString()}.` }],
      journal,
      session: "proof",
      cwd: folder.path,
    });
  const declared = new Map<number, string>();
  const outcomes: string[] = [];
  let agent = open();
  let run = agent.run("Do what is to be done.");
  let beforeRun = 0;

  async function reopen(): Promise<void> {
    await agent.close();
    agent = open();
  }

  async function compact(): Promise<void> {
    const { changed } = await agent.compact();
    if (changed) declare("The conversation was compacted when asked.");
  }

  function declare(reason: string): void {
    const at = posts().length;
    declared.set(at, [...(declared.has(at) ? [declared.get(at)] : []), reason].join(" "));
  }

  for (;;) {
    for await (const event of run) {
      if (event.type === "cache-break") declare(event.reason);
      if (event.type !== "turn-end") continue;
      if (event.turn % 4 === 2 && event.stop === "tool-calls") await run.steer("Mind the gaps. 🪿");
    }
    outcomes.push((await run.result).outcome);
    if (replies >= turns || outcomes.length >= turns) break;
    if (between[0] && replies > turns * between[0].after) await between.shift()?.make();
    // What is written here is where a rewind goes to.
    const [named] = await agent.record({ kind: "name", name: `Part ${outcomes.length}`, by: "user" });
    beforeRun = named?.seq ?? 0;
    run = agent.run(`Do part ${outcomes.length} of it.`);
  }
  await agent.close();
  await journal.close();
  return {
    bodies: posts().map(({ bytes }) => bytes.toString()),
    declared,
    left: [...inRun, ...between].map(({ name }) => name),
    rejected: judge.verdicts().rejected,
    outcomes,
  };
}
