import { styleText } from "node:util";

export type Style =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "strikethrough"
  | "red"
  | "green"
  | "yellow"
  | "blue"
  | "magenta"
  | "cyan";

export type Paint = (style: Style, text: string) => string;

/** Colours for that stream, if it is a terminal and NO_COLOR is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream, validateStream: true });
}
