import { createAgent, type Agent, type AgentParts } from "@skein/agent";
import { jsonSchema } from "@skein/extension-kit/json-schema";
import {
  createTranscript,
  memoryJournal,
  type AssistantPart,
  type Entry,
  type Gate,
  type JournalStore,
  type JsonValue,
  type Message,
  type ModelPrice,
  type ModelRequest,
  type Tool,
  type ToolContext,
  extractText,
} from "@skein/protocol";
import {
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedTurn,
} from "@skein/provider-replay";
import { foundChild, subagents, type ChildSpec, type SubagentsOptions } from "../../src/subagents/index.ts";

export const price: ModelPrice = { input: 1_000_000, output: 1_000_000, cacheRead: 0, cacheWrite: 0 };
/** With `price`: three dollars a reply. */
export const usage = { input: 2, output: 1, cacheRead: 0, cacheWrite: 0 };

const allow: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };

export type Reply = (
  task: string,
  request: ModelRequest,
  count: number,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface HarnessOptions extends Partial<SubagentsOptions> {
  /** What a child's model says; `count` is the number of its request, from 0. */
  readonly child?: Reply;
  readonly childTools?: readonly Tool[];
  /** Default: allows everything. */
  readonly childGate?: Gate;
  readonly journal?: JournalStore;
}

export interface Harness {
  readonly journal: JournalStore;
  readonly specs: ChildSpec[];
  /** Children whose agents are open now, and the most there have been. */
  readonly open: { now: number; most: number };
  /** An agent with the tools for subagents, whose model says these replies. */
  readonly parent: (
    turns: readonly ScriptedTurn[],
    parts?: Partial<AgentParts<JsonValue>>,
  ) => { agent: Agent; model: ScriptedModel };
  readonly options: () => SubagentsOptions;
}

/** Real agents, parents and children, over one journal. */
export function harness(given: HarnessOptions = {}): Harness {
  const {
    child = (task) => said(`did: ${task}`),
    childTools = [],
    childGate = allow,
    journal = memoryJournal(),
    ...more
  } = given;
  const specs: ChildSpec[] = [];
  const open = { now: 0, most: 0 };
  let sessions = 0;

  const options = (): SubagentsOptions => ({
    ids: () => `child-${++sessions}`,
    open: async (spec) => {
      specs.push(spec);
      const entries = await entriesOf(journal, spec.session);
      const model = scriptedModel(
        Array.from(
          { length: 60 },
          () => (request: ModelRequest, count: number) => child(taskOf(request), request, count),
        ),
        { price },
      );
      const agent = createAgent({
        model,
        journal,
        session: spec.session,
        gate: childGate,
        extensions: childTools,
        ...(spec.system === undefined ? {} : { system: spec.system }),
        ...(spec.outputSchema ? { output: jsonSchema(spec.outputSchema) } : {}),
        limits: {
          maxTurns: spec.maxTurns,
          ...(spec.maxTimeMs === undefined ? {} : { maxTimeMs: spec.maxTimeMs }),
        },
      });
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      return {
        agent: {
          ...agent,
          async close() {
            await agent.close();
            open.now -= 1;
          },
        },
        found: foundChild(entries),
        messages: async () => createTranscript(await entriesOf(journal, spec.session)).messages(),
      };
    },
    ...more,
  });

  return {
    journal,
    specs,
    open,
    options,
    parent(turns, parts = {}) {
      const model = scriptedModel(turns, { price });
      const agent = createAgent({
        model,
        journal,
        session: "parent",
        gate: allow,
        extensions: [subagents(options())],
        ...parts,
      });
      return { agent, model };
    },
  };
}

/** What the child was told first. */
function taskOf({ messages }: ModelRequest): string {
  return extractText(messages.find(({ role }) => role === "user")?.content ?? []);
}

export function said(words: string): ScriptedAnswer {
  return { content: [{ type: "text", text: words }], usage };
}

export function call(id: string, name: string, input: JsonValue = {}): AssistantPart {
  return { type: "tool-call", id, name, input };
}

/** A reply with one call of `subagent` for each input. */
export function spawn(...inputs: readonly JsonValue[]): ScriptedAnswer {
  return { content: inputs.map((input, at) => call(`call-${at + 1}`, "subagent", input)), usage };
}

export function control(input: JsonValue, id = "control"): ScriptedAnswer {
  return { content: [call(id, "subagent_control", input)], usage };
}

export async function entriesOf(journal: JournalStore, session: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of journal.read(session)) entries.push(entry);
  return entries;
}

/** Texts of the results and messages in a request, in order. */
export function textsIn(messages: readonly Message[] = []): string[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? message.content.map(({ content }) => extractText(content))
      : message.role === "user"
        ? [extractText(message.content)]
        : [],
  );
}

export function tool(name: string, run: (input: JsonValue, context: ToolContext) => Promise<string>): Tool {
  return {
    name,
    description: name,
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "once",
    check: (value) => ({ ok: true, value }),
    call: async (value, context) => ({
      content: [{ type: "text", text: await run(value as JsonValue, context) }],
    }),
  };
}

/** Something that is waited for until a test lets it go on. */
export interface Latch {
  readonly reached: Promise<void>;
  pass(signal?: AbortSignal): Promise<void>;
  open(): void;
}

export function latch(): Latch {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    async pass(signal) {
      reached.resolve();
      const stopped = Promise.withResolvers<never>();
      signal?.addEventListener("abort", () => stopped.reject(new Error("stopped")), { once: true });
      await Promise.race([opened.promise, stopped.promise]);
    },
  };
}
