import {
  isAboutCall,
  isBroken,
  type ContextSection,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JsonValue,
  type MessageSource,
  type OutcomeError,
  type ToolCallPart,
  type UserPart,
  type NoticeLevel,
  type NoticeAudience,
} from "@skein/protocol";

interface ItemHead {
  /** The entry it comes from. */
  readonly seq: number;
  readonly at: number;
  /** A later rewind took it back. */
  readonly isRewound: boolean;
}

export interface ReportCall extends ItemHead {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  /** Absent when the arguments never parsed; then there is `raw`. */
  readonly input: JsonValue | undefined;
  readonly raw: string | undefined;
  decision?: EntryOf<"decision">;
  question?: EntryOf<"question">;
  answer?: EntryOf<"answer">;
  /** Set when it was started; its input is what really ran. */
  intent?: EntryOf<"tool-intent">;
  result?: EntryOf<"tool-result">;
}

export type ReportItem =
  | (ItemHead & {
      readonly type: "user";
      readonly from: MessageSource;
      readonly content: readonly UserPart[];
    })
  /** `partial`: the reply was cut off, is not finished, or was made again. */
  | (ItemHead & {
      readonly type: "text" | "thinking";
      readonly text: string;
      readonly partial: "cut-off" | "restarted" | "draft" | undefined;
    })
  | ReportCall
  | (ItemHead & {
      readonly type: "question";
      readonly asked: EntryOf<"question">;
      answer?: EntryOf<"answer">;
    })
  | (ItemHead & {
      readonly type: "notice";
      readonly level: NoticeLevel;
      readonly audience: NoticeAudience;
      readonly text: string;
    })
  /** What the model was told beside the message before it: the date, the folder, a todo list. */
  | (ItemHead & { readonly type: "context"; readonly sections: readonly ContextSection[] })
  | (ItemHead & { readonly type: "failed-request"; readonly error: OutcomeError; readonly attempts: number })
  | (ItemHead & {
      readonly type: "event";
      readonly entry: EntryOf<"compaction" | "elision" | "rewind" | "settings" | "child" | "name" | "scrub">;
    })
  /** How a run ended, unless all is well. */
  | (ItemHead & { readonly type: "outcome"; readonly entry: EntryOf<"outcome"> });

type Folds = { readonly [Kind in EntryKind]?: (entry: EntryOf<Kind>, head: ItemHead) => ReportItem[] | void };

/**
 * A function that takes the entries in order and says which items each adds; later ones complete earlier ones. Drafts
 * that something supersedes must have been left out.
 */
export function itemFold(stands: ReadonlySet<number>): (entry: Entry) => readonly ReportItem[] {
  const calls = new Map<string, ReportCall>();
  const asked = new Map<string, { answer?: EntryOf<"answer"> }>();
  let settings = "";

  const reply = (
    content: EntryOf<"assistant-message">["content"],
    partial: "cut-off" | "restarted" | "draft" | undefined,
    head: ItemHead,
  ): ReportItem[] =>
    content.flatMap((part): ReportItem[] => {
      if (part.type === "opaque") return [];
      if (part.type !== "tool-call")
        return part.text === "" ? [] : [{ ...head, type: part.type, text: part.text, partial }];
      // Calls of a reply that never ended did not run.
      if (partial) return [];
      const call = callOf(part, head);
      calls.set(part.id, call);
      return [call];
    });

  const folds: Folds = {
    "user-message": ({ from, content }, head) => [{ ...head, type: "user", from, content }],
    "reply-draft": ({ content }, head) => reply(content, "draft", head),
    "assistant-message": ({ content, partial }, head) => reply(content, partial, head),
    "model-result"({ error, attempts }, head) {
      if (error) return [{ ...head, type: "failed-request", error, attempts }];
    },
    decision(entry) {
      const call = calls.get(entry.callId);
      if (call) call.decision = entry;
    },
    question(entry, head) {
      const { question } = entry;
      const call = isAboutCall(question) ? calls.get(question.callId) : undefined;
      if (call) {
        call.question = entry;
        asked.set(question.id, call);
        return;
      }
      const item: ReportItem = { ...head, type: "question", asked: entry };
      asked.set(question.id, item);
      return [item];
    },
    answer(entry) {
      const item = asked.get(entry.questionId);
      if (item) item.answer = entry;
    },
    "tool-intent"(entry) {
      const call = calls.get(entry.callId);
      if (call) call.intent = entry;
    },
    "tool-result"(entry) {
      const call = calls.get(entry.callId);
      if (call) call.result = entry;
    },
    "dynamic-context": ({ sections }, head) => [{ ...head, type: "context", sections }],
    notice: ({ level, audience, text }, head) => [{ ...head, type: "notice", level, audience, text }],
    settings(entry, head) {
      const { provider, model, mode } = entry;
      const now = JSON.stringify([provider, model, mode]);
      const isChange = settings !== "" && now !== settings;
      settings = now;
      if (isChange) return [{ ...head, type: "event", entry }];
    },
    outcome: (entry, head) => (entry.outcome === "done" ? [] : [{ ...head, type: "outcome", entry }]),
    compaction: event,
    elision: event,
    rewind: event,
    child: event,
    name: event,
    scrub: event,
  };

  return (entry) => {
    const fold = folds[entry.kind] as ((entry: Entry, head: ItemHead) => ReportItem[] | void) | undefined;
    const isRewound = !stands.has(entry.seq) && entry.kind !== "rewind";
    return fold?.(entry, { seq: entry.seq, at: entry.at, isRewound }) ?? [];
  };
}

type EventEntry = Extract<ReportItem, { type: "event" }>["entry"];

function event(entry: EventEntry, head: ItemHead): ReportItem[] {
  return [{ ...head, type: "event", entry }];
}

function callOf(call: ToolCallPart, head: ItemHead): ReportCall {
  const { id, name } = call;
  const [input, raw] = isBroken(call) ? [undefined, call.raw] : [call.input, undefined];
  return { ...head, type: "call", id, name, input, raw };
}
