import { styleText } from "node:util";
import type { Paint } from "../text/style.ts";
import { painter, terminalCodes } from "./painter.ts";

/** The terminal's own colours for that stream, if it is a terminal and NO_COLOR is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const isColoured = styleText("bold", "x", { stream, validateStream: true }) !== "x";
  return isColoured ? painter(terminalCodes) : (_, text) => text;
}
