import type {
  AssistantPart,
  Entry,
  JsonValue,
  MessageSource,
  OutcomeError,
  OutcomeName,
  Purpose,
  StopReason,
  ToolContentPart,
  ToolFailure,
  Usage,
  UserPart,
  NoticeLevel,
} from "@skein/protocol";

/**
 * What happened in a session, in words that all formats share. Readers make steps, in the order of the file; the
 * journal is written from them in one place, which sees to its laws.
 */
export type Step = SayStep | ReplyStep | ResultStep | OtherStep;

interface StepHead {
  /** Milliseconds since the epoch; absent: the time of the step before. */
  readonly at?: number | undefined;
  /** How the format names it, so that other steps can point to it. */
  readonly key?: string | undefined;
}

export interface SayStep extends StepHead {
  readonly does: "say";
  readonly from: MessageSource;
  readonly content: readonly UserPart[];
}

/** One reply of a model, with what its request is known to have cost. */
export interface ReplyStep extends StepHead {
  readonly does: "reply";
  readonly content: readonly AssistantPart[];
  readonly asked: Asked;
  readonly stop?: StopReason | undefined;
  readonly rawStop?: string | undefined;
  /** It never ended; what had arrived is `content`. */
  readonly isCutOff?: boolean;
}

export interface ResultStep extends StepHead {
  readonly does: "result";
  readonly callId: string;
  readonly content: readonly ToolContentPart[];
  readonly failure?: ToolFailure | undefined;
  readonly durationMs?: number | undefined;
  /** Whose tool it was. */
  readonly extension?: string | undefined;
  /** The session that did the work. */
  readonly child?: string | undefined;
}

type OtherStep = StepHead &
  (
    | { readonly does: "spend"; readonly purpose: Purpose; readonly asked: Asked }
    /** `keeps`: keys of earlier steps that stay as they are. `keepsFrom`: so does everything from this one on. */
    | {
        readonly does: "compact";
        readonly summary: string;
        readonly keeps?: readonly string[];
        readonly keepsFrom?: string | undefined;
      }
    | {
        readonly does: "note";
        readonly audience: "user" | "both";
        readonly level: NoticeLevel;
        readonly text: string;
      }
    /** How a run ended, when the file says it. */
    | { readonly does: "end"; readonly outcome: OutcomeName; readonly error?: OutcomeError }
    /** The step with this key, and everything after it, was undone. */
    | { readonly does: "rewind"; readonly before: string }
  );

/** Who was asked, and what is known of the price. */
export interface Asked {
  readonly provider: string;
  readonly model: string;
  readonly usage?: Usage;
  readonly rawUsage?: JsonValue | undefined;
  readonly costUsd?: number | undefined;
  readonly requestId?: string | undefined;
  readonly error?: OutcomeError | undefined;
}

/** What a reader finds in a file. */
export interface FoundSession {
  /** As the format writes it. */
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly cwd?: string | undefined;
  readonly startedAt?: number | undefined;
  readonly steps: readonly Step[];
  /** What only this format has a place for, as the `extension-state` of an extension with the format's name. */
  readonly state?: ((placed: Placed) => JsonValue) | undefined;
  /** Sessions of subagents that stand in the same file. */
  readonly children?: readonly FoundSession[];
}

/** Where the steps went. */
export interface Placed {
  readonly entries: readonly Entry[];
  /** `seq` of the entry that a step with this key became: of a say, a reply, a result or a compaction. */
  readonly seqOf: (key: string) => number | undefined;
}
