import type { AttemptModel, Charge, Entry, ModelRequest, Purpose, Usage } from "@skein/protocol";
import { meterCall, type CallMeter } from "./call-meter.ts";
import type { Emit } from "../events/emit.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { SessionLog } from "../session/session-log.ts";

/** The scope of the caller. */
interface Caller {
  /** `null` between runs. */
  readonly id: string | null;
  readonly parts: Pick<CompleteParts, "budget">;
  readonly log: SessionLog;
  readonly emit?: Emit | undefined;
}

interface OpenedMeter {
  readonly meter: CallMeter;
  /** Call it once the request is in the journal, before sending it. */
  begins(request: number): void;
}

/**
 * Meters a call against the agent's budget; the charge of a failed attempt is journaled before the next one.
 */
export async function openMeter(
  { id, parts, log, emit }: Caller,
  call: { readonly model: AttemptModel; readonly request: ModelRequest; readonly signal: AbortSignal },
): Promise<OpenedMeter> {
  let request = 0;
  const meter = await meterCall({
    ...call,
    budget: parts.budget,
    bounds: log.inputBounds,
    onStatus: (status) => emit?.({ type: "budget", ...status }),
    onWait(text) {
      const told = { level: "info", text } as const;
      // For those who follow the session from elsewhere; a journal that cannot be written fails the next write.
      log.write(id, { kind: "notice", audience: "user", ...told }).then(
        ([entry]) => emit?.({ type: "notice", ...told }, entry.seq),
        () => emit?.({ type: "notice", ...told }),
      );
    },
    async keep({ tokens, costUsd }, reserved) {
      const cost = costUsd === undefined ? {} : { costUsd };
      await log.write(id, { kind: "model-attempt", request, chargedTokens: tokens, ...cost, ...reserved });
    },
  });
  return { meter, begins: (seq) => void (request = seq) };
}

/** Emits the usage of a call as journaled. */
export function emitUsage(emit: Emit | undefined, purpose: Purpose, result: Entry | undefined): void {
  if (result?.kind !== "model-result") return;
  const { seq, provider, model, usage, costUsd, costIsEstimate } = result;
  const cost = {
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(costIsEstimate ? { costIsEstimate } : {}),
  };
  emit?.({ type: "model-usage", purpose, provider, model, usage, ...cost }, seq);
}

/** The charge fields of a `model-result` entry. */
export function chargedEntry(
  { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage,
  { tokens, costUsd, isEstimate }: Charge,
): { readonly costUsd?: number; readonly costIsEstimate?: true; readonly chargedTokens?: number } {
  return {
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(isEstimate && costUsd ? { costIsEstimate: true } : {}),
    ...(tokens === input + output + cacheRead + cacheWrite ? {} : { chargedTokens: tokens }),
  };
}
