import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { escapeName, commonImageTypes, groupedNumber, type Artifact } from "@skein/protocol";

/** By its type: the bytes are checked later. */
export function isShownImage(mediaType: string): boolean {
  return commonImageTypes.includes(mediaType);
}

/** Bytes of a base64 text, without decoding it. */
function decodedBytes(data: string): number {
  return Math.floor((data.replace(/=+$/, "").length * 3) / 4);
}

/** Saves data that a model cannot be shown in the call's folder. @returns the line that replaces it. */
export async function keepBytes(
  {
    mediaType,
    data,
    source,
  }: { readonly mediaType: string; readonly data: string; readonly source?: string | undefined },
  options: { readonly folder: string | undefined; readonly name: string },
): Promise<{ readonly line: string; readonly artifact?: Artifact }> {
  const { folder, name } = options;
  const type = escapeName(mediaType).slice(0, 100);
  const what = `${type}, ${groupedNumber(decodedBytes(data))} bytes`;
  const part = `A part that cannot be shown here${source === undefined ? "" : ` (${source})`}`;
  if (folder === undefined) return { line: `[${part} is left out: ${what}.]` };
  const path = join(folder, `${name}.${extensionOf(mediaType)}`);
  const content = Buffer.from(data, "base64");
  try {
    makeFolders(folder, 0o700);
    await writeFile(path, content, { mode: 0o600 });
  } catch {
    return { line: `[${part} could not be kept in a file either: ${what}.]` };
  }
  return {
    line: `[${part} is in ${path}: ${what}.]`,
    artifact: { path, mediaType: type, bytes: content.length },
  };
}

/** Subtypes that programs know by another ending. */
const endings: Readonly<Record<string, string>> = {
  javascript: "js",
  markdown: "md",
  mpeg: "mp3",
  plain: "txt",
  quicktime: "mov",
};

function extensionOf(mediaType: string): string {
  const [bare = ""] = mediaType.toLowerCase().split(";");
  const subtype = /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})(?:\+[a-z]+)?$/.exec(bare.trim())?.[1];
  if (subtype === undefined) return "bin";
  return Object.hasOwn(endings, subtype) ? endings[subtype]! : subtype;
}
