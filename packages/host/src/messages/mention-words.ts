import { projectFiles, projectSymbols } from "@skein/extensions-builtin/mentions";
import { hasLetters } from "./has-letters.ts";

export interface MentionWord {
  readonly kind: "file" | "folder" | "symbol";
  /** What stands in the message for it. */
  readonly text: string;
  readonly label: string;
  /** Of a symbol: its kind and where it is. */
  readonly description?: string;
}

const most = 50;

/**
 * What a word of a message that begins with `@` may become in a folder: files and folders whose path has its letters, behind
 * `@#` symbols whose name begins with them. Without what ignore files keep from the model. Rejects with the signal's reason.
 */
export async function mentionWords(
  cwd: string,
  word: string,
  signal: AbortSignal,
): Promise<readonly MentionWord[]> {
  if (word.startsWith("@#")) return symbolWords(cwd, word.slice(2), signal);
  const typed = word.replace(/^@"?/, "").toLowerCase();
  const project = projectFiles(cwd);
  const paths = (await project.paths()).filter((path) => project.isShown(path) && !/["\n]/.test(path));
  signal.throwIfAborted();
  const ranked = paths
    .map((path) => ({ path, rank: rankOf(path.toLowerCase(), typed) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank || one.path.length - other.path.length);
  return ranked.slice(0, most).map(({ path }) => {
    const kind = path.endsWith("/") ? "folder" : "file";
    return { kind, text: /\s/.test(path) ? `@"${path}"` : `@${path}`, label: path };
  });
}

async function symbolWords(cwd: string, name: string, signal: AbortSignal): Promise<readonly MentionWord[]> {
  const found = await projectSymbols(cwd).begunWith(name, signal);
  return found.slice(0, most).map((one) => ({
    kind: "symbol",
    text: `${one.name} (${one.path}:${one.line})`,
    label: one.name,
    description: `${one.kind} ${one.path}:${one.line}`,
  }));
}

/** Lower is better: the name begins with it, has it, the path has it, has its letters in this order. */
function rankOf(path: string, typed: string): number {
  const name = path.slice(path.lastIndexOf("/", path.length - 2) + 1);
  if (name.startsWith(typed)) return 0;
  if (name.includes(typed)) return 1;
  if (path.includes(typed)) return 2;
  return hasLetters(path, typed) ? 3 : Infinity;
}
