import type { ScreenSettings } from "@skein/settings";
import { asciiLine, hasAsciiOnly } from "@skein/terminal";
import type { ChatTerminal } from "../chat/front-end.ts";

/** How the chat of lines speaks of itself; what the model says stays as it is. */
export interface LineWords {
  /** A line of Skein's own. */
  readonly say: (text: string) => string;
  /** Before what is typed. */
  readonly prompt: string;
  /** Before an answer of the model. */
  readonly answer?: string;
}

export function lineWords(
  { screenReader, glyphs }: Pick<ScreenSettings, "screenReader" | "glyphs">,
  { env }: Pick<ChatTerminal, "env">,
): LineWords {
  if (screenReader) return { say: spoken, prompt: "You: ", answer: "Answer: " };
  const isAscii = glyphs === "ascii" || (glyphs === "auto" && hasAsciiOnly(env));
  return { say: isAscii ? asciiLine : (text) => text, prompt: "> " };
}

/** Signs are read out as their names, or not at all: words say the same, in the order in which they are wanted. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^(\s*)● /gm, "$1Tool: "],
  [/^(\s*)\? /gm, "$1Question: "],
  [/^(\s*)✓ /gm, "$1Done: "],
  [/^(\s*)✗ /gm, "$1Failed: "],
  [/^(\s*)[›❯] /gm, "$1Now: "],
  [/^> /gm, "You: "],
  [/^(\s*)• /gm, "$1"],
  [/ · /g, ", "],
  [/−(?=\d)/g, "minus "],
  [/\+(?=\d)/g, "plus "],
  [/^(\s*)… /gm, "$1And "],
  [/ ?…/g, ""],
  [/[│─╭╮╰╯┼⋮▌]+ ?/g, ""],
];

function spoken(text: string): string {
  return words.reduce((said, [sign, word]) => said.replaceAll(sign, word), text);
}
