import type { ModelEvent } from "@skein/protocol";

/** Converter of a reply's text to events. */
export interface ReplyEvents {
  push(text: string): readonly ModelEvent[];
  end(): readonly ModelEvent[];
}

const thinkStart = "<think>";
const thinkEnd = "</think>";

const deltas = { text: "text-delta", thinking: "thinking-delta" } as const;

/**
 * Creates a converter. What stands between `<think>` and `</think>` at the beginning of a reply is thinking.
 *
 * @param isThinking - set if the prompt ends with `<think>` already.
 */
export function createReplyEvents(isThinking: boolean): ReplyEvents {
  let mode: "start" | "thinking" | "gap" | "text" = isThinking ? "thinking" : "start";
  let held = "";
  let part = -1;
  let open: { readonly kind: "text" | "thinking"; readonly texts: string[] } | undefined;

  const close = (out: ModelEvent[]): void => {
    if (open) out.push({ type: "part-end", part, content: { type: open.kind, text: open.texts.join("") } });
    open = undefined;
  };
  const show = (kind: "text" | "thinking", text: string, out: ModelEvent[]): void => {
    if (text === "") return;
    if (open?.kind !== kind) {
      close(out);
      open = { kind, texts: [] };
      out.push({ type: "part-start", part: ++part, kind });
    }
    open.texts.push(text);
    out.push({ type: deltas[kind], part, delta: text });
  };
  /** Consumes what is held as far as its meaning is clear. */
  const step = (isLast: boolean, out: ModelEvent[]): void => {
    if (mode === "start") {
      const begin = held.trimStart();
      if (!isLast && thinkStart.startsWith(begin) && begin !== thinkStart) return;
      mode = begin.startsWith(thinkStart) ? "thinking" : "text";
      if (mode === "thinking") held = begin.slice(thinkStart.length);
    }
    if (mode === "thinking") {
      const end = held.indexOf(thinkEnd);
      const clear = end !== -1 ? end : isLast ? held.length : held.length - partialEnd(held);
      show("thinking", held.slice(0, clear), out);
      held = held.slice(clear);
      if (end === -1) return;
      held = held.slice(thinkEnd.length);
      mode = "gap";
    }
    if (mode === "gap") {
      held = held.trimStart();
      if (held === "") return;
      mode = "text";
    }
    show("text", held, out);
    held = "";
  };

  return {
    push(text) {
      const out: ModelEvent[] = [];
      held += text;
      step(false, out);
      return out;
    },
    end() {
      const out: ModelEvent[] = [];
      step(true, out);
      close(out);
      return out;
    },
  };
}

/** Characters at the end that may be the beginning of `</think>`. */
function partialEnd(text: string): number {
  for (let length = Math.min(text.length, thinkEnd.length - 1); length > 0; length--)
    if (thinkEnd.startsWith(text.slice(-length))) return length;
  return 0;
}
