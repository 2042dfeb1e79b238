import type { NoticeAudience } from "@skein/protocol";
import { names, records } from "./names.ts";
import type { Attributes, LogEntry, SpanHandle, TelemetrySink } from "./sink.ts";

/** What a run tells people besides its conversation. */
export interface ToldNotice {
  readonly at: number;
  readonly level: LogEntry["level"];
  readonly text: string;
  /** Default `user`. */
  readonly audience?: NoticeAudience;
}

interface Failed {
  readonly at: number;
  readonly level: LogEntry["level"];
  /** It has few values; `message` is for people. */
  readonly type: string;
  readonly message?: string | undefined;
  readonly attributes?: Attributes;
}

/** Log records of a session. Texts quote what was said and done: without `content` only the kind is told. */
export interface SessionLogs {
  notice(told: ToldNotice, span: SpanHandle | undefined): void;
  failure(failed: Failed, span: SpanHandle | undefined): void;
}

export function sessionLogs(sink: TelemetrySink, common: Attributes, content: boolean): SessionLogs {
  return {
    notice({ at, level, text, audience = "user" }, span) {
      sink.log({
        name: records.notice,
        level,
        at,
        span,
        body: content ? text : "notice",
        attributes: { ...common, [names.audience]: audience },
      });
    },
    failure({ at, level, type, message, attributes = {} }, span) {
      sink.log({
        name: records.failure,
        level,
        at,
        span,
        body: content && message ? message : type,
        attributes: { ...common, ...attributes, [names.errorType]: type },
      });
    },
  };
}
