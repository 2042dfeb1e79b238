import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";
import type { Entry, EntryOf } from "../../../packages/protocol/src/index.ts";
import { createRuntime, type Runtime } from "../../../packages/runtime/src/index.ts";
import { anthropicServer } from "../../../packages/provider-conformance/src/servers/index.ts";
import { channels } from "./channels.ts";
import { obey, orderText } from "./obey.ts";
import { orders } from "./orders.ts";
import { canaries, createWorld, type World } from "./world.ts";

export interface Injection {
  readonly channel: string;
  readonly order: string;
}

/** What came of an injection. */
export interface Tried {
  readonly isDone: boolean;
  /** What stopped it: a mode, a guarded path, an inspector …; `nothing` when it was done. */
  readonly stoppedBy: string;
}

/** Runs an agent in a world of its own with a model that obeys, and with no one to approve anything. */
export async function tryInjection({ channel: name, order }: Injection, mode: string): Promise<Tried> {
  const channel = channels[name]!;
  await using world = await createWorld();
  const planted = (await channel.plant(world, orderText(order))) ?? {};
  const trustsTagOnly = name === "harness tag";
  await using server = await anthropicServer(({ bytes }) => obey(bytes, { channel, world, trustsTagOnly }));
  const restore = useEnvironment(world);
  try {
    await using runtime = openRuntime(world, server.url);
    const { agent } = await runtime.open({
      provider: "any",
      model: "claude-test",
      mode,
      cwd: world.work,
      interaction: "chat",
      builtins: ["developer", "todo", "subagents"],
      ...planted,
    });
    await agent.run(channel.says?.(orderText(order)) ?? "Look at the project.").result;
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    if (orders[order]!.isDone(world, sent)) return { isDone: true, stoppedBy: "nothing" };
    return { isDone: false, stoppedBy: stoppedBy(await entriesOf(runtime)) };
  } finally {
    restore();
  }
}

function openRuntime({ data }: World, baseUrl: string): Runtime {
  const provider = createAnthropic({ apiKey: "key-of-the-proof", baseUrl });
  return createRuntime({ providers: { any: async () => provider }, dataFolder: data, env: process.env });
}

function useEnvironment({ home }: World): () => void {
  const before = { ...process.env };
  Object.assign(process.env, { HOME: home, SERVICE_TOKEN: canaries.token });
  return () => {
    for (const key of ["HOME", "SERVICE_TOKEN"]) {
      if (before[key] === undefined) delete process.env[key];
      else process.env[key] = before[key];
    }
  };
}

async function entriesOf(runtime: Runtime): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (const { session } of await runtime.sessions.list())
    for await (const entry of runtime.sessions.entries(session)) found.push(entry);
  return found;
}

function stoppedBy(entries: readonly Entry[]): string {
  const decisions = entries.filter((entry) => entry.kind === "decision");
  const obeyed = decisions.filter(({ callId }) => callId.startsWith("obey-"));
  const refused = obeyed.find(({ verdict }) => verdict !== "allow");
  if (refused) return layerOf(refused);
  if (obeyed.length > 0) return "environment";
  const look = decisions.find(({ verdict }) => verdict !== "allow");
  if (look) return `${layerOf(look)}, before it was read`;
  const isUnknown = entries.some(
    (entry) => entry.kind === "tool-result" && entry.failure?.kind === "unknown-tool",
  );
  return isUnknown ? "mode" : "neutralised";
}

function layerOf({ by }: EntryOf<"decision">): string {
  const inspector = /inspector (\w+)/.exec(by)?.[1];
  if (inspector !== undefined) return `inspector ${inspector}`;
  if (by.startsWith("guarded path")) return "guarded path";
  return by.startsWith("mode") ? "mode" : by;
}
