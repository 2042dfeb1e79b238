import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { readOptionalFrontMatter } from "@skein/extension-kit/front-matter";
import { describeGuess, readText } from "@skein/platform/text";

/** A command that a Markdown file describes. */
export interface CommandFile {
  readonly name: string;
  readonly path: string;
  /** Whoever wrote the project wrote it. */
  readonly isOfProject: boolean;
  readonly fields: JsonObject;
  /** What is sent, with places for arguments. */
  readonly template: string;
  /** Why it cannot be run, a sentence without a full stop: its fields cannot be read. */
  readonly problem?: string;
  /** A clause that names the encoding, if that was guessed; else empty. */
  readonly guess: string;
}

export interface CommandPlaces {
  /** The project's folders, from its root down. */
  readonly project: readonly string[];
  readonly home: string | undefined;
  /** Of the user's config file. */
  readonly config: string;
}

/** Folders in folders are looked into so far; a link may lead round in a circle. */
const mostDeep = 4;
/** A longer file is no prompt. Bytes. */
const mostBytes = 256 * 1024;

/**
 * The commands of the user, then those of the project, the nearest folder first: a project cannot replace what a user
 * types. Files that cannot be read, and those whose name no one could type, are none.
 */
export async function commandFiles({
  project,
  home,
  config,
}: CommandPlaces): Promise<readonly CommandFile[]> {
  const inProject = project.filter((folder) => folder !== home);
  const own = [join(config, "commands"), ...(home === undefined ? [] : foldersIn(home))];
  const ofProject = inProject.toReversed().flatMap(foldersIn);
  const read = await Promise.all([readFolders(own, false), readFolders(ofProject, true)]);
  return read.flat();
}

function foldersIn(folder: string): readonly string[] {
  return [join(folder, ".skein", "commands"), join(folder, ".claude", "commands")];
}

async function readFolders(
  folders: readonly string[],
  isOfProject: boolean,
): Promise<readonly CommandFile[]> {
  const found = await Promise.all(folders.map((folder) => markdownIn(folder)));
  const read = await Promise.all(found.flat().map(readCommand));
  return read.flatMap((one) => (one ? [{ ...one, isOfProject }] : []));
}

async function markdownIn(folder: string, depth = 0): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = await Promise.all(
    entries
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return depth < mostDeep ? markdownIn(path, depth + 1) : [];
        return entry.name.endsWith(".md") ? [path] : [];
      }),
  );
  return inside.flat();
}

async function readCommand(path: string): Promise<Omit<CommandFile, "isOfProject"> | undefined> {
  const [, name] = /(?:^|[/\\])([\w-]+)\.md$/.exec(path) ?? [];
  const bytes = await readFile(path).catch(() => undefined);
  if (name === undefined || bytes === undefined || bytes.length > mostBytes) return undefined;
  const decoded = await readText(bytes);
  const named = { name: name.toLowerCase(), path, guess: describeGuess(decoded) };
  const read = await readOptionalFrontMatter(decoded.text);
  if ("body" in read) return { ...named, fields: read.fields, template: read.body };
  return { ...named, fields: {}, template: "", problem: `line ${read.line}: ${read.message}` };
}
