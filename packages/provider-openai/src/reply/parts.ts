import type { AssistantPart, ModelEvent } from "@skein/protocol";

/** A part while it streams in. */
export interface OpenPart {
  readonly number: number;
  /** What its deltas have said. Joined once, at the end. */
  readonly pieces: string[];
}

const deltaTypes = { text: "text-delta", thinking: "thinking-delta", "tool-call": "input-delta" } as const;

/** Hands out parts in the order they start. */
export interface Parts {
  open(kind: AssistantPart["type"], out: ModelEvent[], name?: string): OpenPart;
  /** Empty text says nothing. */
  add(kind: keyof typeof deltaTypes, part: OpenPart, text: string, out: ModelEvent[]): void;
  close(part: OpenPart, content: AssistantPart, out: ModelEvent[]): void;
  any(): boolean;
}

export function createParts(): Parts {
  let next = 0;
  return {
    open(kind, out, name) {
      const part = { number: next++, pieces: [] };
      out.push({ type: "part-start", part: part.number, kind, ...(name ? { name } : {}) });
      return part;
    },
    add(kind, part, text, out) {
      if (text === "") return;
      part.pieces.push(text);
      out.push({ type: deltaTypes[kind], part: part.number, delta: text });
    },
    close(part, content, out) {
      out.push({ type: "part-end", part: part.number, content });
    },
    any: () => next > 0,
  };
}

export function saidSoFar({ pieces }: OpenPart): string {
  return pieces.join("");
}
