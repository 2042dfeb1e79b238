import type { BackgroundJob, Entry, JsonValue, Usage, ModelName } from "@skein/protocol";
import type { Hunk, Rewound, SessionDiff, UserCommandEnd } from "@skein/runtime";
import type { Costs, ListedSession, CacheView } from "@skein/sessions";
import type { ContextSizes } from "@skein/runtime/context";
import type { DescribedModel } from "@skein/host/providers";
import type { NamedAgents, SkillsHere } from "@skein/host/agents";
import type { MemoryPlace } from "@skein/host/memory";
import type { ListedPermissions } from "@skein/host/permissions";
import type { CompactionReport } from "@skein/host/sessions";

/** What a command came to, as data. */
export type CommandResult =
  /** There is none of that name. `guess`: the one that may be meant. */
  | { readonly kind: "unknown-command"; readonly name: string; readonly guess: string | undefined }
  /** A run is on, and the command cannot be done beside it. */
  | { readonly kind: "must-wait"; readonly name: string }
  /** From the next request on. */
  | { readonly kind: "model"; readonly provider: string; readonly model: string }
  | ModelsOffered
  /** From the next request on. */
  | { readonly kind: "effort"; readonly effort: string }
  /** Words that the model takes, `default` among them; none, where it has no effort. */
  | {
      readonly kind: "efforts";
      readonly model: string;
      readonly current: string;
      readonly efforts: readonly string[];
    }
  | {
      readonly kind: "modes";
      readonly current: string;
      readonly modes: readonly { readonly name: string; readonly description: string }[];
    }
  | {
      readonly kind: "permissions";
      readonly listed: ListedPermissions;
      readonly current: string;
      readonly modes: readonly { readonly name: string; readonly description: string }[];
    }
  /** It holds for every later call. */
  | { readonly kind: "mode"; readonly mode: string }
  /** `current`, `name`: absent for Skein's own. */
  | {
      readonly kind: "output-styles";
      readonly current: string | undefined;
      readonly styles: readonly { readonly name: string; readonly description: string }[];
    }
  /** It holds from the next message on. */
  | { readonly kind: "output-style"; readonly name: string | undefined }
  | { readonly kind: "costs"; readonly costs: Costs }
  /** Absent when no run has changed a file, or when it is unknown. */
  | { readonly kind: "diff"; readonly diff?: SessionDiff; readonly hunks?: readonly Hunk[] }
  /** `hunks`: those that the files still have. */
  | { readonly kind: "hunk-reverted"; readonly reverted: Hunk; readonly hunks: readonly Hunk[] }
  | { readonly kind: "context"; readonly sizes: ContextSizes }
  | { readonly kind: "cache"; readonly cache: CacheView }
  | { readonly kind: "compacted"; readonly report: CompactionReport }
  /** `text`: the message that was undone, as it was typed, so that the user can edit and send it again. */
  | {
      readonly kind: "rewound";
      /** `files`: a rewind that left the conversation as it is. */
      readonly by: "undo" | "redo" | "rewind" | "files";
      readonly rewound: Rewound;
      readonly text?: string;
    }
  /** Messages to go back to, the last one first: `rewind` numbers them in this order, from 1. */
  | { readonly kind: "rewind-points"; readonly points: readonly RewindPoint[] }
  | GoTo
  /** The face resumes what the last run left open. */
  | { readonly kind: "go-on" }
  | SendMessage
  | { readonly kind: "name"; readonly name: string | undefined; readonly isChanged: boolean }
  /** In the order in which `resume` numbers them, from 1. */
  | { readonly kind: "sessions"; readonly sessions: readonly ListedSession[] }
  | {
      readonly kind: "recipes";
      readonly recipes: readonly { readonly name: string; readonly title: string | undefined }[];
      readonly notices: readonly string[];
    }
  /** The user was asked for values and gave none. */
  | { readonly kind: "declined" }
  | AgentsListed
  | SkillsListed
  | { readonly kind: "subagents"; readonly subagents: readonly SubagentAtWork[] }
  /** What one has done so far. */
  | {
      readonly kind: "subagent";
      readonly session: string;
      readonly label: string;
      readonly isAtWork: boolean;
      readonly entries: readonly Entry[];
    }
  /** `isEnding`: it was told to end; otherwise it had ended just before. */
  | { readonly kind: "cancelled"; readonly label: string; readonly isEnding: boolean }
  /** It is not clear which of those at work is meant; `found`: how many it may be. */
  | {
      readonly kind: "which-subagent";
      readonly argument: string;
      readonly found: number;
      readonly subagents: readonly SubagentAtWork[];
    }
  | JobsListed
  /** A session of its own, in a process that goes on without this one. `end`: its exit code, where it has ended. */
  | { readonly kind: "background"; readonly session: string; readonly end: number | undefined }
  /** A command of the user has ended; its output was told as it came. */
  | {
      readonly kind: "shell";
      readonly command: string;
      readonly end: UserCommandEnd;
      readonly durationMs: number;
    }
  /** `remember` runs again with `SCOPE: TEXT` for the place that is chosen. */
  | { readonly kind: "remember-where"; readonly text: string; readonly places: readonly MemoryPlace[] }
  /** `isOn`: whether sessions with these settings read it. */
  | { readonly kind: "remembered"; readonly file: string; readonly isOn: boolean }
  | { readonly kind: "tools"; readonly tools: readonly string[] };

export interface ModelsOffered {
  readonly kind: "models";
  /** Who answers now. */
  readonly current: ModelName;
  /** Whose models these are. */
  readonly provider: string;
  /** Empty where it lists none. */
  readonly models: readonly DescribedModel[];
  /** Ids of other providers that are ready to be used. */
  readonly others: readonly string[];
}

export interface RewindPoint {
  /** How the message begins. Foreign text. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What its run has changed in files, where it has and that is known. */
  readonly diff?: SessionDiff;
}

/** The face sends it as a message of the user. */
export interface SendMessage {
  readonly kind: "send";
  readonly text: string;
  /** `next`: when the model has answered; `now`: in the run that is on, before its next step. */
  readonly when: "now" | "next";
  /** The recipe whose words they are, and what of it is not sent with them. */
  readonly recipe?: { readonly word: string; readonly leftOut: readonly string[] };
}

/** The face changes to another session. */
export interface GoTo {
  readonly kind: "go-to";
  /** `new` has nothing in it; `fork` begins as `parent` does; `resume` was there before. */
  readonly how: "new" | "fork" | "resume";
  readonly session: string;
  readonly parent?: string;
  readonly name?: string;
  /** Who answered there last. */
  readonly model?: { readonly provider: string; readonly model: string };
}

export interface AgentsListed extends Pick<NamedAgents, "agents" | "problems"> {
  readonly kind: "agents";
  /** Names of those that can be mentioned. */
  readonly usable: readonly string[];
  /** Names of those that the project has, which is not trusted. */
  readonly untrusted: readonly string[];
}

/** Background jobs, those that have ended too. */
interface JobsListed {
  readonly kind: "jobs";
  readonly jobs: readonly BackgroundJob[];
  /** The one that the user has ended, and whether it was running. */
  readonly ended?: { readonly id: string; readonly wasRunning: boolean };
}

export interface SkillsListed extends SkillsHere {
  readonly kind: "skills";
}

/** A subagent whose run is on. */
export interface SubagentAtWork {
  readonly session: string;
  /** A few words unlike those of any other of the run. Foreign text. */
  readonly label: string;
  /** 1 for one that the run itself has started. */
  readonly depth: number;
  /** Its call does not wait for it. */
  readonly isBackground: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly turns: number;
  readonly usage: Usage;
  /** Calls that run now, the latest last. */
  readonly running: readonly { readonly tool: string; readonly input: JsonValue }[];
}
