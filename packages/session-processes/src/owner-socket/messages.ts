import type { Answer, Effort, OutcomeError, RunResult } from "@skein/protocol";
import type { PromptCompletion } from "@skein/host/agents";
import type { SessionInput, SessionNews } from "@skein/host";

// What two processes say to each other about a session, one JSON object a line.

/** Raised when a process of the old version and one of the new cannot talk to each other. */
export const ownerProtocol = 1;

/** The first line of the owner, which says who it is and what its session is run with. */
export interface Greeting {
  readonly skein: typeof ownerProtocol;
  readonly session: string;
  readonly pid: number;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  /** Whether it uses nothing of the project. Absent: it does. */
  readonly restricted?: boolean;
  /** Absent: the vendor's default. */
  readonly effort?: Effort;
  readonly isRunning: boolean;
}

/** What a client asks for. `id` is in every line that replies to it. */
export type Request = { readonly id: number } & RequestBody;

export type RequestBody =
  /** The last request of its connection. `fromSeq: null`: only what happens from now on. */
  | { readonly do: "events"; readonly fromSeq: number | null }
  | { readonly do: "prepare" | "open-questions" | "prompts" | "jobs" }
  | ({ readonly do: "complete-prompt" } & PromptCompletion)
  | { readonly do: "complete-mention"; readonly word: string }
  | { readonly do: "end-job"; readonly job: string }
  | { readonly do: "send"; readonly input?: SessionInput }
  | { readonly do: "steer"; readonly input: SessionInput }
  | { readonly do: "interrupt"; readonly reason?: string }
  | { readonly do: "answer"; readonly question: string; readonly answer: Answer; readonly by?: string }
  | { readonly do: "set-mode"; readonly mode: string }
  | { readonly do: "rename"; readonly name: string }
  | { readonly do: "note"; readonly text: string }
  | { readonly do: "compact"; readonly wish?: string }
  | { readonly do: "set-model"; readonly provider: string; readonly model: string }
  | { readonly do: "set-effort"; readonly effort: string };

/** A request has one `ok` or `error`, `events` an `ok` before its news; a message that was taken has the `result` of its run later. */
export type Reply =
  | { readonly id: number; readonly ok: unknown }
  /** `id: null`: the line was no request; the connection is closed. */
  | { readonly id: number | null; readonly error: SentError }
  | { readonly id: number; readonly result: RunResult }
  | { readonly id: number; readonly news: SessionNews }
  /** The session was closed, and all its events are told. */
  | { readonly id: number; readonly end: true };

/** `name`: of the error's class. */
export interface SentError extends OutcomeError {
  readonly name: string;
}

/** Of a line: requests may hold images. */
export const mostRequestBytes = 16 * 1024 * 1024;
export const mostReplyBytes = 256 * 1024 * 1024;
