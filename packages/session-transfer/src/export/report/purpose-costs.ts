import type { Entry, EntryOf, Purpose } from "@skein/protocol";
import { costs, type Cost } from "@skein/sessions";

export interface PurposeCost extends Cost {
  readonly purpose: Purpose;
  readonly provider: string;
  readonly model: string;
}

/** What was asked of which model what for; the dearest first. Without what a fork inherited. */
export function purposeCosts(entries: readonly Entry[]): readonly PurposeCost[] {
  const start = entries.filter(({ kind }) => kind === "session-start");
  const requests = new Map<number, EntryOf<"model-request">>();
  for (const entry of entries) if (entry.kind === "model-request") requests.set(entry.seq, entry);
  const calls = entries.filter((entry) => entry.kind === "model-request" || entry.kind === "model-result");
  const byPurpose = Map.groupBy(calls, (entry) =>
    entry.kind === "model-request" ? entry.purpose : (requests.get(entry.request)?.purpose ?? "turn"),
  );
  return [...byPurpose]
    .flatMap(([purpose, some]) => costs([...start, ...some]).models.map((cost) => ({ purpose, ...cost })))
    .toSorted((one, other) => other.costUsd - one.costUsd);
}
