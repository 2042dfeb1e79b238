import { createAgent } from "../../../packages/agent/src/index.ts";
import type { AttemptModel, Message } from "../../../packages/protocol/src/index.ts";
import { judged } from "../../../packages/test-kit/src/index.ts";
import type {
  ReceivedRequest,
  ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import { seeded } from "../runner/seeded.ts";
import { replyOf } from "../wires/replies.ts";
import { tools } from "../wires/tools.ts";
import type { Wire } from "../wires/wires.ts";

export interface SessionPlan {
  readonly from: Wire;
  readonly to: Wire;
  /** Replies of models. */
  readonly turns: number;
  readonly seed: number;
}

export interface HeldSession {
  readonly requests: number;
  /** What the servers refused, in their words. */
  readonly rejected: readonly string[];
  readonly switches: number;
  /** How runs ended. */
  readonly outcomes: readonly string[];
  /** Bodies by model, in order. */
  readonly bodies: ReadonlyMap<string, readonly string[]>;
  /** The conversation as the last request had it. */
  readonly messages: readonly Message[];
}

/**
 * One session of a real agent that moves between two models on loopback servers, in the middle of its work too. Each
 * server verifies what it is sent as its vendor does.
 */
export async function holdSession({ from, to, turns, seed }: SessionPlan): Promise<HeldSession> {
  const random = seeded(seed);
  const said = { turns: 0 };
  const open = async (wire: Wire, modelId: string) => {
    const judge = judged(wire.rules, () => replyOf(wire, said.turns++, random));
    const server = await wire.serve(judge.script);
    const settings = { apiKey: "a-key", baseUrl: server.url + wire.path, retry: { retries: 0 }, env: {} };
    const name = `${wire.name} ${modelId}`;
    return { name, server, judge, model: wire.provider(settings).model(modelId) };
  };
  const one = await open(from, from.models[0]);
  const other = await open(to, to.models[from === to ? 1 : 0]);
  await using stack = new AsyncDisposableStack();
  stack.use(one.server);
  stack.use(other.server);

  let [switches, messages] = [0, [] as readonly Message[]];
  let current = one;
  const model: AttemptModel = {
    ...one.model,
    async *stream(request, signal) {
      messages = request.messages;
      const next = said.turns === 0 || random() < 0.5 ? current : current === one ? other : one;
      if (next !== current) switches++;
      current = next;
      const { provider, id } = next.model;
      yield { type: "model-switched", provider, model: id, reason: "planned" };
      yield* next.model.stream(request, signal);
    },
  };
  const agent = createAgent({
    model,
    extensions: [...tools],
    gate: { decide: () => Promise.resolve({ verdict: "allow", by: "plan" }) },
    system: "Work on.",
    options: { effort: "high" },
  });
  const outcomes: string[] = [];
  while (said.turns < turns && outcomes.length < turns) {
    const { outcome } = await agent.run(`Do part ${outcomes.length} of it.`).result;
    outcomes.push(outcome);
  }
  await agent.close();
  const verdicts = [one.judge.verdicts(), other.judge.verdicts()];
  return {
    requests: verdicts.reduce((sum, { requests }) => sum + requests, 0),
    rejected: verdicts.flatMap(({ rejected }) => rejected),
    switches,
    outcomes,
    bodies: new Map([one, other].map(({ name, server }) => [name, bodiesOf(server)])),
    messages,
  };
}

function bodiesOf({ requests }: ScriptedServer): readonly string[] {
  return requests
    .filter(({ method }: ReceivedRequest) => method === "POST")
    .map(({ bytes }) => bytes.toString());
}
