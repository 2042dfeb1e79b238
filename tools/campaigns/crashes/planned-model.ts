import {
  ProviderError,
  type AssistantPart,
  type AttemptModel,
  type Entry,
  type ModelRequest,
} from "../../../packages/protocol/src/index.ts";
import { withRetries } from "../../../packages/provider-kit/src/with-retries.ts";
import { scriptedModel, type ScriptedAnswer } from "../../../packages/provider-replay/src/scripted-model.ts";
import { commandOf, type PlannedCall, type PlannedStep } from "./plan.ts";

/** More than any plan asks for, notes and repetitions included. */
const mostRequests = 200;

const notes = `### Goal
Do all steps of the plan, one after the other, and say when all is done.
### Done
The steps of which there are results.`;

/** Says the plan, and notes for a summary. Where it stands is told by the journal, so that it goes on in another process. */
export function plannedModel(
  plan: readonly PlannedStep[],
  journal: () => AsyncIterable<Entry>,
): AttemptModel {
  const broken = new Set<PlannedStep>();
  const turn = async ({ tools }: ModelRequest): Promise<ScriptedAnswer> => {
    if (tools.length === 0) return [{ type: "text", text: notes }];
    const step = plan[await stepsDone(journal())];
    if (!step) return [{ type: "text", text: "All is done." }];
    if (!step.restarts || broken.has(step)) return contentOf(step);
    broken.add(step);
    return brokenOff();
  };
  const model = scriptedModel(
    Array.from({ length: mostRequests }, () => turn),
    { deltaSize: 800, delayMs: 1 },
  );
  return withRetries(model, { firstWaitMs: 5 });
}

/** A reply counts once its calls are kept. */
async function stepsDone(journal: AsyncIterable<Entry>): Promise<number> {
  let count = 0;
  for await (const entry of journal) {
    if (entry.kind !== "assistant-message" || entry.partial) continue;
    if (entry.content.some(({ type }) => type === "tool-call")) count++;
  }
  return count;
}

function contentOf({ thinking, text, calls }: PlannedStep): readonly AssistantPart[] {
  return [
    ...(thinking === "" ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map(callPart),
  ];
}

function callPart(call: PlannedCall): AssistantPart {
  const { kind, label, ms } = call;
  const head = { type: "tool-call", id: label, name: kind } as const;
  if (kind === "broken") return { ...head, name: "safe", raw: '{"ms": ', problem: "cut-off" };
  if (kind === "shell") return { ...head, input: { command: commandOf(call) } };
  return { ...head, input: kind === "server" ? { label, ms } : { ms } };
}

function brokenOff(): ScriptedAnswer {
  return {
    events: [
      { type: "message-start", modelId: "scripted" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: "This will break" },
    ],
    error: new ProviderError("network", "The connection was cut.", { provider: "replay", retryable: true }),
  };
}
