import { createAgent, type Agent, type Run } from "@skein/agent";
import {
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type Answer,
  type AssistantPart,
  type Checks,
  type Child,
  type Compaction,
  type Entry,
  type JournalStore,
  type ModelEvent,
  type StopReason,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import type { ChildEntry } from "../src/index.ts";

/** What the model does in one reply. */
export type Reply =
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly stop?: StopReason }
  /** A text that breaks off; made again, or the end of the run. */
  | { readonly kind: "broken"; readonly text: string; readonly isRetried: boolean };

export type Part =
  | { readonly part: "text" | "thinking"; readonly text: string }
  | { readonly part: "call"; readonly tool: ToolName; readonly child?: readonly Reply[] }
  | { readonly part: "cut-call" };

export type ToolName =
  | "look"
  | "fail"
  | "act"
  | "plan"
  | "nothing"
  | "steer"
  | "queue"
  | "halt"
  | "set-mode"
  | "start"
  | "start-beside";

export interface Scenario {
  readonly runs: readonly ScenarioRun[];
  /** What becomes of each question, in turn; then they are allowed. */
  readonly answers: readonly Answer[];
  /** Model calls before which the conversation is compacted. */
  readonly compactBefore: readonly number[];
  /** How often the work does not pass its checks; `undefined`: there are none. */
  readonly failedChecks: number | undefined;
}

export interface ScenarioRun {
  readonly replies: readonly Reply[];
  /** Whether somebody is there to answer. */
  readonly isAttended: boolean;
  /** What a person does between this run and the next one. */
  readonly afterwards: "nothing" | "rewind" | "redo" | "answer" | "rename";
}

export interface Played {
  /** The events of the runs, and of what happens between them. */
  readonly steps: readonly AgentEvent[];
  /** By session; that of the scenario is `s`. */
  readonly journals: ReadonlyMap<string, readonly Entry[]>;
  /** Of each subagent, the calls down to it. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

const atOnce = { now: () => 0, sleep: () => Promise.resolve() };

/**
 * Plays it with the real agent.
 *
 * @param before - what another process has left of the session.
 */
export async function play(
  { runs, answers, compactBefore, failedChecks }: Scenario,
  before?: Pick<Played, "journals" | "paths">,
): Promise<Played> {
  const journal = memoryJournal();
  for (const [session, entries] of before?.journals ?? []) await journal.append(session, 0, entries);
  const paths = new Map(before?.paths);
  const steps: AgentEvent[] = [];
  const left = [...answers];
  let count = 0;
  const scene: Scene = {
    journal,
    paths,
    path: [],
    run: undefined,
    nextId: () => `${before ? "d" : "c"}${++count}`,
    answer: () => left.shift() ?? { allow: "once" },
    ...(failedChecks === undefined ? {} : { checks: checksOf(failedChecks) }),
  };
  for (const { replies, isAttended, afterwards } of runs) {
    const length = (await entriesOf(journal, "s")).length;
    const onEvent = (event: AgentEvent) => void steps.push(event);
    await using agent = agentOf(scene, { session: "s", replies, isAttended, compactBefore, onEvent });
    scene.run = agent.run("Go on.");
    for await (const event of scene.run) steps.push(event);
    await scene.run.result;
    await doBetween(agent, afterwards, { length, answer: scene.answer });
  }
  const journals = new Map<string, readonly Entry[]>();
  for (const session of ["s", ...paths.keys()]) journals.set(session, await entriesOf(journal, session));
  return { steps, journals, paths };
}

/** The entries of subagents as steps of the whole. */
export function childEntries({ journals, paths }: Played): readonly ChildEntry[] {
  return [...paths].flatMap(([session, path]) =>
    (journals.get(session) ?? []).map((entry) => ({ path, session, entry })),
  );
}

interface Scene {
  readonly journal: JournalStore;
  readonly paths: Map<string, readonly string[]>;
  /** Calls down to the agent of this scene. */
  readonly path: readonly string[];
  run: Run | undefined;
  readonly nextId: () => string;
  readonly answer: () => Answer;
  readonly checks?: Checks;
}

interface Cast {
  readonly session: string;
  readonly replies: readonly Reply[];
  readonly isAttended: boolean;
  readonly compactBefore: readonly number[];
  /** Gets what happens between runs. */
  readonly onEvent?: (event: AgentEvent) => void;
}

function agentOf(scene: Scene, cast: Cast): Agent {
  const { session, replies, isAttended, compactBefore, onEvent } = cast;
  const childReplies = new Map<string, readonly Reply[]>();
  const done: ScriptedTurn = [{ type: "text", text: "Done." }];
  const turns = [...replies.map((reply) => turnOf(scene, reply, childReplies)), done];
  const model = withRetries(scriptedModel(turns, { deltaSize: 3, price }), { clock: atOnce, retries: 1 });
  return createAgent({
    session,
    model,
    journal: scene.journal,
    extensions: toolsOf(scene, childReplies),
    compaction: compactionOf(compactBefore),
    nameFromTask: true,
    ...(onEvent ? { onEventBetweenRuns: onEvent } : {}),
    ...(isAttended ? { ask: async () => scene.answer() } : {}),
    ...(scene.checks ? { interaction: "execute", checks: scene.checks } : {}),
  });
}

const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };
const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };

function turnOf(scene: Scene, reply: Reply, childReplies: Map<string, readonly Reply[]>): ScriptedTurn {
  if (reply.kind === "broken") {
    const { text, isRetried } = reply;
    const events: ModelEvent[] = [
      { type: "message-start", modelId: "scripted" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: text },
    ];
    const code = isRetried ? "network" : "bad-request";
    return { events, error: new ProviderError(code, "It broke.", { provider: "t", retryable: isRetried }) };
  }
  const content = reply.parts.map((part): AssistantPart => {
    if ("text" in part) return { type: part.part, text: part.text };
    const id = scene.nextId();
    if (part.part === "cut-call")
      return { type: "tool-call", id, name: "look", raw: '{"a": ', problem: "cut-off" };
    if (part.child) childReplies.set(id, part.child);
    return { type: "tool-call", id, name: part.tool, input: { n: 1 } };
  });
  return reply.stop === undefined ? { content, usage } : { content, usage, stop: reply.stop };
}

function toolsOf(scene: Scene, childReplies: ReadonlyMap<string, readonly Reply[]>): readonly Tool[] {
  const start = (isBackground: boolean) => async (context: ToolContext) => {
    const session = `child-${context.callId}`;
    const child = await context.children!.start({ session, rights: {}, background: isBackground });
    const path = [...scene.path, context.callId];
    scene.paths.set(session, path);
    const { checks: _, ...theirs } = scene;
    const working = work(
      { ...theirs, path, run: undefined },
      {
        child,
        session,
        replies: childReplies.get(context.callId) ?? [],
      },
    );
    if (isBackground) return "started";
    return working;
  };
  return [
    tool("look", async ({ progress }) => (progress("one "), progress("two"), "seen")),
    tool("fail", async () => ({ kind: "failed", message: "It failed." })),
    tool("act", async () => "acted", "writes"),
    { ...tool("plan", async () => "accepted"), proposesPlan: { in: "custom", next: ["calm", "custom"] } },
    tool("steer", async () => (await scene.run?.steer("Faster."), "steered")),
    tool("queue", async () => (await scene.run?.queue("And then?"), "queued")),
    tool("set-mode", async () => (await scene.run?.setMode("calm"), "calm")),
    tool("halt", async ({ signal }) => {
      scene.run?.interrupt();
      return signal.aborted ? "halted" : "left alone";
    }),
    tool("start", start(false)),
    tool("start-beside", start(true)),
  ];
}

async function work(
  scene: Scene,
  {
    child,
    session,
    replies,
  }: { readonly child: Child; readonly session: string; readonly replies: readonly Reply[] },
): Promise<string> {
  await using agent = agentOf(scene, { session, replies, isAttended: true, compactBefore: [] });
  scene.run = agent.run("Look around.", { signal: child.signal });
  for await (const event of scene.run) child.forward(event);
  const { text, usage: used, costUsd } = await scene.run.result;
  child.end({ usage: used, ...(costUsd === undefined ? {} : { costUsd }), message: `Report: ${text}` });
  return text;
}

function tool(
  name: ToolName,
  run: (context: ToolContext) => Promise<string | ToolOutcome>,
  effect: Tool["effect"] = "reads",
): Tool {
  return {
    name,
    description: name,
    inputSchema: { type: "object" },
    effect,
    repeat: "once",
    check: (value) => ({ ok: true, value }),
    async call(_, context) {
      const outcome = await run(context);
      return typeof outcome === "string" ? { content: [{ type: "text", text: outcome }] } : outcome;
    },
  };
}

function checksOf(failures: number): Checks {
  let count = 0;
  return {
    async check() {
      if (count++ >= failures) return { passed: true };
      return { passed: false, retry: true, report: "Not yet." };
    },
  };
}

function compactionOf(before: readonly number[]): Compaction {
  let call = 0;
  return {
    async plan({ entries }) {
      if (!before.includes(call++)) return { entries: [] };
      const results = entries.flatMap(({ seq, kind }) => (kind === "tool-result" ? [seq] : []));
      const firstKept = entries.findLast(({ kind }) => kind === "user-message")?.seq;
      const short = [{ type: "text", text: "short" }] as const;
      return {
        entries: [
          ...(results.length === 0
            ? []
            : [{ kind: "elision", results: results.map((seq) => ({ seq, content: short })) } as const]),
          ...(firstKept === undefined
            ? []
            : [{ kind: "compaction", summary: "So far.", firstKept, pinned: [], receipt: {} } as const]),
        ],
        notices: ["It is shorter now."],
      };
    },
  };
}

async function doBetween(
  agent: Agent,
  afterwards: ScenarioRun["afterwards"],
  { length, answer }: { readonly length: number; readonly answer: () => Answer },
): Promise<void> {
  if (afterwards === "rewind" || afterwards === "redo") {
    const [rewind] = await agent.record({ kind: "rewind", to: length });
    if (afterwards === "redo" && rewind) await agent.record({ kind: "rewind", to: rewind.seq - 1 });
  }
  if (afterwards === "rename") await agent.record({ kind: "name", name: "Renamed", by: "user" });
  if (afterwards !== "answer") return;
  for (const { id } of await agent.openQuestions()) await agent.answer(id, answer());
}

async function entriesOf(journal: JournalStore, session: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of journal.read(session)) entries.push(entry);
  return entries;
}
