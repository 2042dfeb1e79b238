import type {
  Budget,
  Checkpoints,
  ContextBlob,
  ContextSection,
  DynamicContext,
  Entry,
  EntryOf,
  Ids,
  JsonValue,
  ModelRequest,
  StandardSchema,
} from "@skein/protocol";
import { createAgent } from "../create-agent.ts";
import { finalOutputName } from "../run/final-output.ts";
import type { AgentParts } from "../agent-parts.ts";
import { hookStopCode } from "../run/call-hooks.ts";
import { RunStop } from "../run-stop.ts";
import { isOfTheLoop, replayOutside } from "./outside-actions.ts";
import { createPace } from "./pace.ts";
import { recordedCalls, type RecordedCalls } from "./recorded-calls.ts";
import { recordedChecks } from "./recorded-checks.ts";
import { recordedChildren } from "./recorded-children.ts";
import { recordedCompaction } from "./recorded-compaction.ts";
import { recordedHooks } from "./recorded-hooks.ts";
import { recordedModels, recordedNamer } from "./recorded-model.ts";
import { recordedReplies, type RecordedReply } from "./recorded-replies.ts";
import type { RecordedContexts } from "./recorded-requests.ts";
import type { RecordedRun } from "./recorded-runs.ts";
import { recordedOutput, recordedTools } from "./recorded-tools.ts";
import { isLeftOpen, recordedAnswers, recordedGate } from "./recorded-verdicts.ts";
import { seededJournal } from "./seeded-journal.ts";

export interface RunReplay {
  /** The whole journal. */
  readonly entries: readonly Entry[];
  readonly contexts: RecordedContexts;
  /** Replaces the recorded system prompt and tools. */
  readonly override: (recorded: ContextBlob) => ContextBlob;
  /** Called before the request is answered, with the recorded reply. */
  readonly onRequest: (request: ModelRequest, reply: RecordedReply | undefined) => void;
  readonly signal: AbortSignal | undefined;
}

/** Takes no checkpoints; repeats the recorded ones. */
function recordedCheckpoints(entries: readonly Entry[], calls: RecordedCalls): Checkpoints {
  const closing = entries.find((entry) => entry.kind === "checkpoint" && entry.closes);
  return {
    before: ({ callId }) => Promise.resolve(calls.checkpointOf(callId)),
    after: () =>
      Promise.resolve(
        closing?.kind === "checkpoint" ? { snapshot: closing.snapshot, root: closing.root } : undefined,
      ),
  };
}

/** Replays a run against its recorded models, tools and answers. @returns the entries it wrote. */
export async function replayRun(
  recorded: RecordedRun,
  told: ContextBlob,
  { entries, contexts, override, onRequest, signal }: RunReplay,
): Promise<readonly Entry[]> {
  const { start, outcome, settings } = recorded;
  const stopper = new AbortController();
  const stop = () => stopper.abort(new RunStop(outcome?.outcome ?? "cancelled", outcome?.error));
  signal?.addEventListener("abort", stop, { once: true });

  const pace = createPace(recorded.entries, stop);
  const calls = recordedCalls(recorded.entries, entries);
  const modes = modesSet(recorded);
  let inForce = settings ?? { provider: "", model: "" };
  const onMode = () => (inForce = modes.shift() ?? inForce);
  const verdicts = { calls, pace, outcome, asked: new Map<string, number>(), onMode };
  const journal = seededJournal(entries.slice(0, recorded.from), (written) => pace.reached(written));
  const replies = recordedReplies(recorded.entries, "turn");
  const titles = recordedReplies(recorded.entries, "title");
  const compaction = recordedCompaction({ recorded, written: journal.added, asked: () => models.asked() });

  let blob = override(told);
  const isStopped = isStoppedFromOutside(outcome);
  const children = recordedChildren(recorded, entries, { pace, isStopped });
  const tools = recordedTools({ extensions: settings?.extensions ?? [], entries, calls, children, pace });
  tools.offer(blob);
  const models = recordedModels({ replies, outcome, pace, tools: tools.ofModels, onRequest });
  const tell = (next: ContextBlob) => {
    blob = override(next);
    tools.offer(blob);
  };

  const hooks = recordedHooks(recorded.entries, calls, () => models.asked());
  const parts: AgentParts<JsonValue> = {
    ...sessionOf(entries),
    ...settingsOf(settings),
    ids: idsOf(recorded.id),
    clock: { now: () => start.at, sleep: () => Promise.resolve() },
    model: models.following(() => inForce),
    extensions: tools.extensions,
    prompt: () => blob.system,
    dynamicContext: recordedDynamicContext(recorded.entries, () => models.asked()),
    journal,
    gate: recordedGate(verdicts),
    ...(hooks ? { hooks } : {}),
    checkpoints: recordedCheckpoints(recorded.entries, calls),
    ...(compaction ? { compaction } : {}),
    ...recordedChecks(recorded, isStopped),
    ...outputOf(blob, calls, outcome),
    // If no one was available to answer, the questions stay open again.
    ...(recorded.entries.some(isOfAsking) && !isLeftOpen(outcome) ? { ask: recordedAnswers(verdicts) } : {}),
    ...(outcome?.outcome === "budget"
      ? { budget: spentAfter(() => models.asked() >= replies.length, outcome) }
      : {}),
    nameFromTask: entries.some((entry) => entry.kind === "name" && entry.by === "task"),
    ...(titles.length > 0
      ? { namer: recordedNamer({ replies: titles, outcome, pace, onRequest }, nameIn(recorded.entries)) }
      : {}),
  };

  await using agent = createAgent(parts);
  const run = agent.run(start.input.length === 0 ? undefined : start.input, { signal: stopper.signal });
  replayOutside(recorded, { run, pace, children, contexts, tell, modelOf: (now) => models.named(now) });
  if (isStopped) void pace.after(beforeStop(recorded)).then(stop);
  await run.result;
  // Naming works in the background of the run.
  const named = titles.flatMap(({ result }) => result ?? []);
  await pace.after([...named, ...recorded.entries.filter((entry) => entry.kind === "name")]);
  pace.end();
  signal?.removeEventListener("abort", stop);
  return journal.added;
}

/** The settings with which the run's permission mode was set, in order: the model may be another one in each mode. */
function modesSet({ entries, start, settings }: RecordedRun): EntryOf<"settings">[] {
  const since = entries.filter((entry) => entry.kind === "settings");
  const set = since.filter(({ seq }) => seq > start.seq);
  return set.filter(({ mode }, at) => mode !== (set[at - 1] ?? settings)?.mode);
}

function isOfAsking({ kind }: Entry): boolean {
  return kind === "question" || kind === "answer";
}

/** The context before each request of the loop, by request index. */
function recordedDynamicContext(entries: readonly Entry[], asked: () => number): DynamicContext {
  const told: ContextSection[][] = [[]];
  for (const entry of entries) {
    if (entry.kind === "dynamic-context") told.at(-1)?.push(...entry.sections);
    else if (entry.kind === "model-request" && entry.purpose === "turn") told.push([]);
  }
  return () => told[asked()] ?? [];
}

function sessionOf(entries: readonly Entry[]) {
  const start = entries.find((entry) => entry.kind === "session-start");
  if (!start) return { session: "replay", cwd: "/" };
  const { id, cwd, interaction, name } = start;
  return { session: id, cwd, interaction, ...(name === undefined ? {} : { name }) };
}

function settingsOf(settings: EntryOf<"settings"> | undefined) {
  if (!settings) return {};
  const { mode, limits, options, sandbox } = settings;
  return { mode, limits, options, ...(sandbox === undefined ? {} : { sandbox }) };
}

/** The agent's first id is the run's. */
function idsOf(run: string): Ids {
  let count = 0;
  return () => (count++ === 0 ? run : `replay-${count}`);
}

function outputOf(
  { tools }: ContextBlob,
  calls: RecordedCalls,
  outcome: EntryOf<"outcome"> | undefined,
): { readonly output?: StandardSchema<JsonValue> } {
  const tool = tools.find(({ name }) => name === finalOutputName);
  return tool ? { output: recordedOutput(tool.inputSchema, calls, outcome?.output) } : {};
}

function spentAfter(isLast: () => boolean, { error }: EntryOf<"outcome">): Budget {
  return {
    reserve: ({ outputTokens = unlimited }) =>
      Promise.resolve(
        isLast()
          ? { refused: error ?? { code: "budget", message: "" } }
          : { outputTokens, grow: () => true, settle: () => [] },
      ),
    status: () => [],
  };
}

/** Larger than any model's. */
const unlimited = 1_000_000_000;

function nameIn(entries: readonly Entry[]): string | undefined {
  return entries.filter((entry) => entry.kind === "name").find(({ by }) => by === "model")?.name;
}

/** Whether the run was ended from outside: by a person, a time limit, a defect, an extension. */
function isStoppedFromOutside(outcome: EntryOf<"outcome"> | undefined): boolean {
  if (!outcome) return false;
  const outside = ["cancelled", "internal", "usage", "extension"] as const;
  return (
    outside.some((name) => name === outcome.outcome) ||
    ["max-time", hookStopCode].includes(outcome.error?.code ?? "")
  );
}

/** The loop's entries before the first sign of the stop; the end of a request is not such a sign. */
function beforeStop({ entries }: RecordedRun): readonly Entry[] {
  const sign = entries.findIndex(
    (entry) =>
      entry.kind === "outcome" || (entry.kind === "tool-result" && entry.failure?.kind === "interrupted"),
  );
  const ends = new Set(recordedReplies(entries, "turn").map(({ result }) => result?.seq));
  return entries.slice(0, sign).filter((entry) => isOfTheLoop(entry) || ends.has(entry.seq));
}
