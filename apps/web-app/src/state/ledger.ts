import type { Entry } from "@skein/client";

/** Tokens of one call of a model, by kind. Absent: not reported. */
interface TokenCounts {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export interface ModelCall {
  readonly seq: number;
  readonly purpose: string;
  readonly model: string;
  readonly usage: TokenCounts;
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The cost is an upper bound. */
  readonly isEstimate: boolean;
}

type MarkKind = "message" | "checkpoint" | "compaction" | "subagent" | "error" | "rewind";

/** A point of the session that one can go to. */
export interface Mark {
  readonly seq: number;
  readonly kind: MarkKind;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What the timeline and the charts show of a session: of its own journal, without its subagents. */
export interface Ledger {
  /** The last entry that it has seen. */
  readonly seq: number;
  /** The folder of the session. */
  readonly cwd: string | undefined;
  readonly calls: readonly ModelCall[];
  readonly marks: readonly Mark[];
  /** The state that extensions keep, by extension. */
  readonly states: Readonly<Record<string, unknown>>;
  /** Purposes of model requests without a result yet, by their `seq`. */
  readonly asked: Readonly<Record<number, string>>;
}

export const emptyLedger: Ledger = { seq: 0, cwd: undefined, calls: [], marks: [], states: {}, asked: {} };

/** The ledger after an entry. What it has seen changes nothing. */
export function ledgerAfter(before: Ledger, entry: Entry): Ledger {
  const { seq, at, kind } = entry;
  if (seq <= before.seq) return before;
  const ledger = { ...before, seq };
  switch (kind) {
    case "session-start":
      return { ...ledger, cwd: String(entry["cwd"]) };
    case "model-request":
      return { ...ledger, asked: { ...ledger.asked, [seq]: String(entry["purpose"]) } };
    case "model-result":
      return withCall(ledger, entry);
    case "extension-state":
      return { ...ledger, states: { ...ledger.states, [String(entry["extension"])]: entry["state"] } };
    default: {
      const mark = markOf(entry);
      return mark ? { ...ledger, marks: [...ledger.marks, { seq, at, ...mark }] } : ledger;
    }
  }
}

function withCall(ledger: Ledger, entry: Entry): Ledger {
  const { [Number(entry["request"])]: purpose = "turn", ...asked } = ledger.asked;
  const cost = entry["costUsd"];
  const call: ModelCall = {
    seq: entry.seq,
    purpose,
    model: String(entry["model"]),
    usage: entry["usage"] ?? {},
    ...(typeof cost === "number" && { costUsd: cost }),
    isEstimate: entry["costIsEstimate"] === true,
  };
  return { ...ledger, asked, calls: [...ledger.calls, call] };
}

function markOf(entry: Entry): Pick<Mark, "kind" | "label"> | undefined {
  switch (entry.kind) {
    case "user-message":
      return entry["from"] === "agent"
        ? undefined
        : { kind: "message", label: messageLabel(entry["content"]) };
    case "checkpoint":
      return { kind: "checkpoint", label: "Checkpoint of the files" };
    case "compaction":
      return { kind: "compaction", label: "Compaction" };
    case "child":
      return { kind: "subagent", label: "Subagent" };
    case "rewind":
      return { kind: "rewind", label: `Back to entry ${String(entry["to"])}` };
    case "outcome": {
      const outcome = String(entry["outcome"]);
      return outcome === "done" ? undefined : { kind: "error", label: `Ended: ${outcome}` };
    }
    default:
      return undefined;
  }
}

function messageLabel(content: unknown): string {
  const parts = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[]) : [];
  const text = parts.map((part) => (typeof part.text === "string" ? part.text : "")).join(" ");
  return text.trim().slice(0, 120) || "Message";
}
