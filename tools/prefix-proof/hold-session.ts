import { createAgent } from "../../packages/agent/src/index.ts";
import { developer } from "../../packages/extensions-builtin/src/developer/index.ts";
import { todo } from "../../packages/extensions-builtin/src/todo/index.ts";
import { defineExtension } from "../../packages/extension-kit/src/index.ts";
import type { AssistantPart, Extension, JsonValue, Tool } from "../../packages/protocol/src/index.ts";
import { sqliteJournal } from "../../packages/sessions/src/index.ts";
import { judged, temporaryFolder } from "../../packages/test-kit/src/index.ts";
import { seeded } from "../chaos/seeded.ts";
import { replyOf } from "../pairs/replies.ts";
import { tools } from "../pairs/tools.ts";
import type { Wire, WireReply } from "../pairs/wires.ts";

export interface HeldSession {
  /** What the server received, in order. */
  readonly bodies: readonly string[];
  /** Requests, from 0, whose break was declared, and why. */
  readonly declared: ReadonlyMap<number, string>;
  /** What the server refused, in its words. */
  readonly rejected: readonly string[];
  readonly outcomes: readonly string[];
}

/**
 * A session on one wire, kept on disk: with the built-in tools, pictures, replies that break off, messages that steer, a
 * clock that goes on, and a todo list that changes. After a third of it the process is another one; after two thirds an
 * extension gets another tool, which must be declared.
 */
export async function holdSession(wire: Wire, turns: number, seed = 1): Promise<HeldSession> {
  await using folder = await temporaryFolder();
  const said = { replies: 0 };
  const script = createScript(wire, seeded(seed));
  const judge = judged(wire.rules, () => {
    said.replies++;
    return script();
  });
  await using server = await wire.serve(judge.script);
  const settings = { apiKey: "a-key", baseUrl: server.url + wire.path, retry: { retries: 0 }, env: {} };
  const posts = () => server.requests.filter(({ method }) => method === "POST");

  const journal = sqliteJournal(folder.path);
  const growing = growingExtension();
  let now = Date.UTC(2026, 0, 1);
  const open = () =>
    createAgent({
      model: wire.provider(settings).model(wire.models[0]),
      extensions: [developer(), todo(), growing.extension, ...tools],
      gate: { decide: () => Promise.resolve({ verdict: "allow", by: "plan" }) },
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
  let isAnother = false;
  while (said.replies < turns && outcomes.length < turns) {
    if (said.replies > turns / 3 && !isAnother) {
      isAnother = true;
      await agent.close();
      agent = open();
    }
    const run = agent.run(`Do part ${outcomes.length} of it.`);
    for await (const event of run) {
      if (event.type === "cache-break") declared.set(posts().length, event.reason);
      if (event.type !== "turn-end") continue;
      if (event.turn % 4 === 2 && event.stop === "tool-calls") await run.steer("Mind the gaps. 🪿");
      if (said.replies > (turns * 2) / 3) growing.grow();
    }
    outcomes.push((await run.result).outcome);
  }
  await agent.close();
  await journal.close();
  return {
    bodies: posts().map(({ bytes }) => bytes.toString()),
    declared,
    rejected: judge.verdicts().rejected,
    outcomes,
  };
}

/**
 * The replies of conversations between wires, and now and then a longer result or another todo list. What begins a turn
 * begins with a thought, as models with a budget for it do; later replies may have none.
 */
function createScript(wire: Wire, random: () => number): () => WireReply {
  let turn = -1;
  let isFirst = true;
  return () => {
    turn++;
    const reply = replyAt(turn);
    if (!("parts" in reply)) return reply;
    const thought: AssistantPart = { type: "thinking", text: `I begin, ${turn}.` };
    const begun = isFirst ? [...wire.sealed([thought], `t${turn}`), ...reply.parts] : reply.parts;
    isFirst = reply.cutAfterEvents !== undefined || !reply.parts.some(({ type }) => type === "tool-call");
    return { ...reply, parts: begun };
  };

  function replyAt(at: number): WireReply {
    if (at % 9 === 4) return call("shell", { command: `seq ${at} ${at + 300}` });
    if (at % 11 === 5) return call("todo", { items: [{ text: `step ${at}`, state: "doing" }] });
    return replyOf(wire, at, random);
  }

  function call(name: string, input: JsonValue): WireReply {
    const part: AssistantPart = { type: "tool-call", id: `call_${turn}`, name, input };
    return { parts: wire.sealed([{ type: "text", text: `Step ${turn}.` }, part], `r${turn}`) };
  }
}

function growingExtension(): { readonly extension: Extension; grow(): void } {
  const listeners = new Set<() => void>();
  const own = (name: string): Tool => ({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "safe",
    check: (input) => ({ ok: true, value: input }),
    call: () => Promise.resolve({ content: [{ type: "text", text: "Done." }] }),
  });
  let found = [own("small")];
  return {
    extension: {
      ...defineExtension({ name: "growing", tools: [] }),
      tools: () => Promise.resolve(found),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close: () => Promise.resolve(),
    },
    grow() {
      if (found.length > 1) return;
      found = [own("small"), own("larger")];
      for (const listener of listeners) listener();
    },
  };
}
