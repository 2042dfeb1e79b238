import type { CompleteParts } from "../agent-parts.ts";
import type { Emit } from "../events/emit.ts";
import type { AgentResult } from "../run/run.ts";
import type { Tally } from "../run/tally.ts";
import type { RunStop } from "../run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";

/** Takes a last checkpoint, so that undo does not also revert changes made after the run. */
export async function closeCheckpoints(
  id: string,
  { checkpoints }: Pick<CompleteParts, "checkpoints">,
  log: SessionLog | undefined,
): Promise<void> {
  const snapshot = await checkpoints?.after?.().catch(() => undefined);
  if (!snapshot) return;
  await log?.write(id, { kind: "checkpoint", ...snapshot, closes: true }).catch(() => undefined);
}

export interface FinishOptions {
  readonly id: string;
  readonly parts: Pick<CompleteParts, "redact" | "clock" | "child" | "budget" | "session" | "messages">;
  readonly log: SessionLog | undefined;
  readonly emit: Emit;
  readonly end: RunStop;
  readonly tally: Tally;
  readonly startedAt: number;
  readonly output: { readonly value?: unknown };
  readonly waitsFor: readonly string[];
}

/** The plan that the run ended with, waiting for the user's decision. */
function openPlan(log: SessionLog | undefined, { outcome }: RunStop): string | undefined {
  if (outcome !== "needs-input") return undefined;
  return log?.transcript.openQuestions().find((question) => question.kind === "plan")?.plan;
}

/** Journals and emits how the run ended. */
export async function finishRun<Output>(options: FinishOptions): Promise<AgentResult<Output>> {
  const { id, parts, log, emit, end, tally, startedAt, output, waitsFor } = options;
  const { outcome, error } = end;
  const head = parts.redact({ outcome, turns: tally.turns(), ...(error ? { error } : {}) });
  const redactedOutput = "value" in output ? parts.redact({ output: output.value as Output }) : {};
  // A journal that cannot be written must not hide how the run ended.
  const written = await log
    ?.write(id, {
      kind: "outcome",
      ...head,
      ...(redactedOutput as { output?: never }),
      ...(waitsFor.length > 0 ? { waitsFor } : {}),
    })
    .catch(() => undefined);
  const used = {
    usage: tally.usage(),
    durationMs: parts.clock.now() - startedAt,
    ...tally.cost(),
  };
  if (!parts.child)
    for (const status of parts.budget?.status() ?? []) emit({ type: "budget", isEnd: true, ...status });
  emit({ type: "outcome", ...head, ...used }, written?.[0]?.seq);
  return {
    session: parts.session,
    text: parts.redact(openPlan(log, end) ?? tally.text()),
    messages: log?.transcript.messages() ?? parts.messages ?? [],
    toolCalls: tally.toolCalls(),
    ...head,
    ...redactedOutput,
    ...used,
  };
}
