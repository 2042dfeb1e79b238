import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { ConfigError, type UserPart } from "@skein/protocol";
import type { AttachFile } from "@skein/runtime";
import type { TypedMessage } from "../sessions/live/live-session.ts";
import { noAdditions, type Additions } from "./message-content.ts";
import { filesMark } from "./message-marks.ts";
import { loadMentions } from "../later.ts";

/** `@path`, or `@"a path with blanks"`. */
const mention = /(?<=^|[\s("'])@(?:"([^"\n]+)"|([^\s"'<>]+))/g;

/** Files that go with one message. */
const mostFiles = 20;
/** UTF-8 bytes of text: of one file, and of all of a message. */
const [fileTextBytes, messageTextBytes] = [49_152, 196_608];

export interface AttachFilesOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly attachFile: AttachFile;
  /** Whether the words come from a person, who need not be asked about the files that they name. */
  readonly isFromPerson: boolean;
}

/**
 * What a message gets for the files that it names as `@path`, and for those that are attached. What looks like one and names
 * no file is text.
 *
 * Rejects with `ConfigError` for a file that cannot be sent: the message is not sent without it.
 */
export async function attachFiles(message: TypedMessage, options: AttachFilesOptions): Promise<Additions> {
  const { cwd, attachFile, isFromPerson } = options;
  const attached = await Promise.all(
    message.attachments.flatMap((one) => (typeof one === "string" ? [nearFile(one)] : [])),
  );
  const named = await mentionedFiles(message.text, cwd);
  const paths = [...new Set([...attached, ...named])];
  const own = message.attachments.filter((one) => typeof one !== "string");
  const count = paths.length + own.length;
  if (count === 0) return noAdditions;
  if (count > mostFiles) {
    throw new ConfigError("usage", `The message has ${count} files.`, {
      hint: `A message can have ${mostFiles}. Have the model read the others.`,
    });
  }
  const maxTextBytes = Math.floor(Math.min(fileTextBytes, messageTextBytes / count));
  const files = await Promise.all(
    paths.map(async (path) => {
      const isNamedByPerson = isFromPerson || attached.includes(path);
      const read = await attachFile(path, { maxTextBytes, isFromPerson: isNamedByPerson });
      return { ...read, name: nameIn(cwd, path) };
    }),
  );
  const sections = files.map(({ name, text }) => fileSection(name, text));
  return {
    texts: sections.length === 0 ? [] : [[filesMark, ...sections].join("\n")],
    parts: [...(await fittedParts(own, attachFile)), ...files.flatMap(({ part }) => part ?? [])],
  };
}

/** Parts with images that are fitted to what models take; a text file becomes its text. Rejects as `attachFiles` does. */
export async function fittedParts(
  parts: readonly UserPart[],
  attachFile: AttachFile,
): Promise<readonly UserPart[]> {
  return Promise.all(
    parts.map(async (part) => {
      if (part.type === "text") return part;
      const { text, part: fitted } = await attachFile(part, {
        maxTextBytes: fileTextBytes,
        isFromPerson: true,
      });
      if (fitted) return fitted;
      const name = part.type === "file" ? (part.name ?? "file") : "image";
      return { type: "text", text: fileSection(name, text) } as const;
    }),
  );
}

async function mentionedFiles(text: string, cwd: string): Promise<readonly string[]> {
  const found = await Promise.all(
    [...text.matchAll(mention)].map(async ([, quoted, plain = ""]) => {
      // A full stop is the sentence's, unless the file has it.
      const names = quoted === undefined ? [plain, plain.replace(/[.,;:!?)\]}]+$/, "")] : [quoted];
      for (const name of names) {
        const path = await nearFile(absolute(name, cwd));
        if (await isFile(path)) return [path];
      }
      return [];
    }),
  );
  return found.flat();
}

/** The file that a path means: its name may have other spaces or accents in another form. */
async function nearFile(path: string): Promise<string> {
  if (await isFile(path)) return path;
  const { findNearPath } = await loadMentions();
  return findNearPath(path).path;
}

function absolute(path: string, cwd: string): string {
  return path.startsWith("~/") ? join(homeFolder(), path.slice(2)) : resolve(cwd, path);
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** Relative where it is below the working folder. */
function nameIn(cwd: string, path: string): string {
  const name = relative(cwd, path);
  return name.startsWith("..") ? path : name;
}

/** The text cannot end its own section. */
function fileSection(path: string, text: string): string {
  return `<file path=${JSON.stringify(path)}>\n${text.replaceAll(/<(?=\/?file\b)/gi, "&lt;")}\n</file>`;
}
