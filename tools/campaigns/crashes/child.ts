// One life of a session: starts or resumes it, and ends by itself, or is killed. Argument: a `Life` as JSON.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createAgent } from "../../../packages/agent/src/index.ts";
import { mountExtensions } from "../../../packages/extensions/src/index.ts";
import { developer } from "../../../packages/extensions-builtin/src/developer/index.ts";
import type { AgentEvent } from "../../../packages/protocol/src/index.ts";
import { probe } from "../../../packages/sandbox/src/index.ts";
import { write } from "./diary.ts";
import { eagerCompaction } from "./eager-compaction.ts";
import { killingStore, type KillAtWrite } from "./killing-store.ts";
import { chosenPlan, type PlanChoice } from "./plan.ts";
import { plannedModel } from "./planned-model.ts";
import { rudeServers, type RudeServers } from "./rude-servers.ts";
import { openStore } from "./stores.ts";
import { effectTools } from "./tools.ts";

export interface Life {
  readonly folder: string;
  readonly store: string;
  readonly plan: PlanChoice;
  readonly servers?: RudeServers | undefined;
  /** From 0; how often the session was killed before. */
  readonly attempt: number;
  readonly kill?: KillAtWrite | undefined;
  /** `stop`: commands end with the process. */
  readonly onCrash: "continue" | "stop";
  /** Whether the conversation is summed up again and again. */
  readonly compacts: boolean;
  /** The program that commands are started from; absent: none. */
  readonly launcher?: string | undefined;
}

const life = JSON.parse(process.argv[2] ?? "{}") as Life;
const { folder, store, attempt, kill, onCrash, compacts } = life;
const plan = chosenPlan(life.plan);
const diary = join(folder, "diary");
const cwd = join(folder, "work");
mkdirSync(cwd, { recursive: true });

const sandbox = onCrash === "stop" ? await probe() : undefined;
if (sandbox?.tier === "none") throw new Error(sandbox.reason);
const journal = openStore(store, join(folder, "sessions"));
process.stdout.write("mounting\n");
const servers = await mountExtensions(life.servers ? rudeServers(life.servers, cwd) : [], {
  patienceMs: 600,
});
const agent = createAgent({
  model: plannedModel(plan, () => journal.read("chaos")),
  ...(compacts ? { compaction: eagerCompaction() } : {}),
  extensions: [
    ...effectTools(),
    developer({
      launcher: life.launcher ?? false,
      ...(sandbox ? { wrap: (argv) => sandbox.wrap({ argv }) } : {}),
    }),
    ...servers.extensions,
  ],
  session: "chaos",
  journal: killingStore(journal, { diary, attempt, kill }),
  gate: { decide: () => ({ verdict: "allow", by: "chaos" }) },
  cwd,
  callFolder: (_session, callId) => join(folder, "calls", callId),
});

process.stdout.write("ready\n");
const run = agent.run(attempt === 0 ? "Begin." : "Go on.");
const sent: Promise<void>[] = [];
for await (const event of run) take(event);
await Promise.all(sent);
const { outcome, error } = await run.result;
write(diary, { is: "outcome", attempt, outcome, message: error?.message ?? "" });
await agent.close();
await servers.close();
await journal.close();

function take(event: AgentEvent): void {
  if (event.type === "notice") write(diary, { is: "notice", attempt, text: event.text });
  if (event.type === "tool-start") sendNote(event.callId);
  if (event.type === "tool-progress") process.stdout.write("output\n");
}

/** What the user says while the first call of a step runs. */
function sendNote(callId: string): void {
  const step = plan[Number(/^s(\d+)c0$/.exec(callId)?.[1] ?? -1)];
  if (!step?.note) return;
  const label = `note of ${callId}, ${attempt}`;
  const accepted = run[step.note](label).then(
    () => write(diary, { is: "accepted", label }),
    () => {}, // The run was over: it was not accepted.
  );
  sent.push(accepted);
}
