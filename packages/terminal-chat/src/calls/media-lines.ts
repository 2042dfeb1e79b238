import { basename } from "node:path";
import type { FilePart, ImagePart, ToolContentPart } from "@skein/protocol";
import type { Style } from "@skein/terminal";
import { displayText, truncate } from "@skein/terminal/width";
import type { CardLook } from "./card-look.ts";

/** Pictures and files: where the terminal can show them, themselves; otherwise a line each that says how to open them. */
export function mediaLines(
  content: readonly ToolContentPart[],
  path: string | undefined,
  look: CardLook,
): readonly string[] {
  return content.flatMap((part) => (part.type === "text" ? [] : partLines(part, path, look)));
}

function partLines(part: ImagePart | FilePart, path: string | undefined, look: CardLook): readonly string[] {
  const { width, paint, pictures } = look;
  const shown = part.type === "image" ? pictures?.lines(part, width - 4) : undefined;
  if (shown) return shown.map((line) => (line === "" ? "" : `    ${line}`));
  const name = part.type === "file" ? part.name : undefined;
  const size = part.type === "image" ? pictures?.size(part) : undefined;
  const facts = [
    name ?? (path === undefined ? part.type : basename(path)),
    ...(size ? [`${size.width} × ${size.height}`] : []),
    part.mediaType,
    bytesText(Buffer.byteLength(part.data, "base64")),
    ...(pictures ? [pictures.howToOpen(path)] : []),
  ];
  const style: Style = "dim";
  return [`    ${paint(style, truncate(displayText(facts.join(" · ")), width - 4))}`];
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
