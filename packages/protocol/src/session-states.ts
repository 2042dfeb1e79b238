import type { OutcomeName } from "./outcomes.ts";

/**
 * How far the last run of a session is, as its journal says: its outcome; `running` without one, while its process lives;
 * `interrupted` when that has ended.
 */
export type RunState = OutcomeName | "running" | "interrupted";

/**
 * What a session does, where that is no outcome of its last run.
 *
 * - `running`: a process works on it. `asks`: a question waits for an answer.
 * - `open`: a process has it open and runs nothing. `crashed`: the process of its last run was killed.
 * - `new`: it has had no run.
 */
export const sessionStates = ["running", "asks", "open", "crashed", "new"] as const;

/** State of a session: what it does now, or the outcome of its last run. */
export type SessionState = OutcomeName | (typeof sessionStates)[number];

/** What a run does that was submitted for workers; `dead`: it was given up, and a person has to look at it. */
export type SubmittedRunState = OutcomeName | "queued" | "running" | "asks" | "ended" | "dead";
