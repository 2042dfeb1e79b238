import type { AttemptModel } from "@skein/protocol";

/** A model that answers routine approvals in place of a person. */
export interface Judge {
  readonly model: AttemptModel;
  /** Its system prompt; the form of its answers is added. */
  readonly instructions: string;
  /** Permission modes in which it may answer. */
  readonly modes: readonly string[];
  /** What the user permits, as text: rules, for example. Default: nothing more than the mode. */
  readonly policy?: string;
  /** What the user has said, in order. Default: the user's messages in this session. */
  readonly userWords?: () => Promise<readonly string[]>;
  /** Milliseconds, after which a person is asked. Default 30,000. */
  readonly timeoutMs?: number;
}

/** What the judge has said of a call. */
export interface Ruling {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
  /** Whether it holds for all calls of the same pattern. */
  readonly isForPattern: boolean;
}

/** Rulings of a session, by call or pattern, the oldest first. */
export type Rulings = Map<string, Promise<Ruling | undefined>>;
