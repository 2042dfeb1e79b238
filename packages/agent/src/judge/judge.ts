import type { AttemptModel, GateRequest, Verdict } from "@skein/protocol";

/** A model that rules on tool calls before they run. */
export interface Reviewer {
  readonly model: AttemptModel;
  /** Its system prompt; the form of its answers is added. */
  readonly instructions: string;
  /** What the user permits or forbids, as text. Default: nothing more than the mode. */
  readonly policy?: string;
  /** What the user has said, in order. Default: the user's messages in this session. */
  readonly userWords?: () => Promise<readonly string[]>;
  /** Milliseconds, after which a person is asked. Default 30,000. */
  readonly timeoutMs?: number;
}

/** Answers routine approvals in place of a person. */
export interface Judge extends Reviewer {
  /** Permission modes in which it may answer. */
  readonly modes: readonly string[];
}

/** Looks at calls by rules in words, its policy, and can only tighten what was decided. */
export interface Adversary extends Reviewer {
  /** Calls that it is not asked about. Default: none. */
  readonly skips?: (call: GateRequest) => boolean;
}

/** What a reviewer has said of a call. */
export interface Ruling {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Whether it holds for all calls of the same pattern. */
  readonly isForPattern: boolean;
}

/** Rulings of a session, by call or pattern, the oldest first. */
export type Rulings = Map<string, Promise<Ruling | undefined>>;
