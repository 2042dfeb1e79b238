import type { Item } from "@skein/session-view";
import { createMarkdownStream, type MarkdownLook, type MarkdownStream } from "@skein/terminal/markdown";
import { seconds } from "../chat/spinner.ts";
import { prose } from "./prose.ts";
import type { ScreenSink } from "./screen-sink.ts";
import { thoughtLines } from "./thought-lines.ts";

/** Last lines of a thought that are shown while it streams. A thought with no more lines is shown whole at its end. */
const thinkingLines = 3;

type ProseItem = Extract<Item, { readonly type: "text" | "thinking" }>;

/** The text or thought of a reply that streams in: final lines are written above, the rest is drawn in the region. */
export interface StreamedPart {
  /** Shows an item as it is now. Items that are written already change nothing. */
  draw(item: ProseItem): void;
  /** Writes the rest above. */
  finish(): void;
  /** The reply starts again: drops the open part, and what was written may be written once more. */
  restart(): void;
  /** Lines of the region. `continues`: whether they follow lines above without a gap. */
  render(): { readonly lines: readonly string[]; readonly continues: boolean };
}

interface OpenThought {
  readonly type: "thinking";
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  text: string;
}

interface OpenText {
  readonly type: "text";
  readonly id: string;
  readonly stream: MarkdownStream;
  /** Characters that the stream has. */
  added: number;
  hasPrinted: boolean;
}

/** @param now - clock, in milliseconds since the epoch. */
export function createStreamedPart(
  sink: ScreenSink,
  look: () => MarkdownLook,
  now: () => number,
): StreamedPart {
  const { paint } = sink;
  let open: OpenText | OpenThought | undefined;
  /** Ids of items that are written above. */
  const written = new Set<string>();

  function print(text: OpenText, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const marked = prose(lines, text.hasPrinted ? undefined : paint);
    if (text.hasPrinted) sink.more(marked);
    else sink.block(marked);
    text.hasPrinted = true;
  }

  function printThought({ text, startedAt }: OpenThought): void {
    const lines = thoughtLines(text, sink);
    if (lines.length === 0) return;
    if (lines.length <= thinkingLines) return sink.block(lines);
    sink.block([paint("dim", `  thought for ${seconds(now() - startedAt)} · Ctrl+O`)]);
    sink.clipped(lines);
  }

  function finish(): void {
    const part = open;
    open = undefined;
    if (!part) return;
    written.add(part.id);
    if (part.type === "text") print(part, part.stream.end(look()));
    else printThought(part);
  }

  return {
    draw(item) {
      if (written.has(item.id)) return;
      if (open?.id !== item.id) {
        finish();
        open = openPart(item, now());
      }
      if (open.type === "text") {
        open.stream.add(item.text.slice(open.added));
        open.added = item.text.length;
      } else open.text = item.text;
      if (item.state !== "streaming") finish();
    },
    finish,
    restart() {
      open = undefined;
      written.clear();
    },
    render() {
      if (!open) return { lines: [], continues: false };
      if (open.type === "thinking")
        return { lines: thoughtLines(open.text, sink).slice(-thinkingLines), continues: false };
      print(open, open.stream.settled(look()));
      const { hasPrinted, stream } = open;
      const lines = prose(stream.open(look()), hasPrinted ? undefined : paint);
      return { lines, continues: hasPrinted && lines.length > 0 };
    },
  };
}

function openPart({ id, type }: ProseItem, startedAt: number): OpenText | OpenThought {
  return type === "text"
    ? { type, id, stream: createMarkdownStream(), added: 0, hasPrinted: false }
    : { type, id, startedAt, text: "" };
}
