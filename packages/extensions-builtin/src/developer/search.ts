import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { clipToFile, defineTool, resultBytes } from "@skein/extension-kit";
import {
  escapeName,
  stripTerminalCodes,
  groupedNumber,
  type Tool,
  type ToolContext,
  type ToolFailure,
} from "@skein/protocol";
import { decodeUtf8 } from "@skein/platform/text";
import { fields, flag, integer, optional, text } from "../fields.ts";
import { shownLine } from "./edits/shown-line.ts";
import { ignoredBy } from "./ignore-files/ignored-by.ts";
import { refuseIgnored } from "./ignore-files/refuse-ignored.ts";
import { findNearPath, nearPathNote } from "./near-path.ts";
import type { StatedEncodings } from "./known-files/stated-encodings.ts";
import { absolutePath, nearResource, pathFailure } from "./paths.ts";
import { ripgrep, type RipgrepRun } from "./ripgrep.ts";
import { findEncodedFiles, listUnusualFiles, type EncodedFile, type StatedFor } from "./search-encodings.ts";
import { findViewedFiles, needsView, pageAt, type ViewedFile, type ViewedFiles } from "./search-views.ts";
import { foundLines, type FoundLine } from "./search-output.ts";

/** Maximum lines, or file names. */
const mostShown = 200;
/** Matches after which the search is stopped; which ones come first is random. */
const mostLines = 2000;
const mostBytes = 1024 * 1024;
const lineBytes = 300;

interface SearchInput {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly glob?: string | undefined;
  readonly ignore_case?: boolean | undefined;
  readonly files_only?: boolean | undefined;
  readonly context?: number | undefined;
}

/** @param isGuarded - called with absolute paths: matches in such a file are not shown. */
export const searchTool = (isGuarded: (path: string) => boolean, encodings: StatedEncodings): Tool =>
  defineTool({
    name: "search",
    description: "Search file contents with ripgrep, respecting .gitignore.",
    effect: "reads",
    input: fields({
      pattern: text("Regular expression (Rust)"),
      path: optional(text("File or folder, default the working folder")),
      glob: optional(text("For example *.ts or !test/**")),
      ignore_case: optional(flag()),
      files_only: optional(flag("Only names of files that match")),
      context: optional(integer({ minimum: 0, maximum: 20 }, "Lines around each match")),
    }),
    resources: ({ path }, cwd) => nearResource(path, cwd),
    async run(input, context) {
      const near = findNearPath(absolutePath(input.path ?? ".", context.cwd));
      const { path } = near;
      const visibility = {
        isGuarded: (name: string) => isGuarded(resolve(context.cwd, name)),
        isKept: (name: string) => ignoredBy(resolve(context.cwd, name)) !== undefined,
      };
      const unusable = refuseIgnored(path) ?? (await pathProblem(path));
      if (unusable) return unusable;
      const found = await searchAll(input, shortPath(path, context.cwd), {
        ...context,
        statedFor: encodings.finder(context),
      });
      if (found.run.code === 2 && found.outputs.every(isEmpty)) return refused(found.run);
      const { shown, hidden } = input.files_only ? fileNames(found, visibility) : matches(found, visibility);
      const used = near.name === undefined ? [] : [`[Searched in ${shownPath(path)}${nearPathNote(near)}.]`];
      const left = [...unviewed(found.viewed), ...used];
      if (shown === "" && hidden === 0) return [noMatches(input), ...left].join("\n");
      const guarded = hidden > 0 ? [guardedNote(hidden)] : [];
      const incomplete =
        found.run.code === undefined ? ["[The search was stopped at its limit: there is more.]"] : [];
      const errors =
        found.run.code === 2 ? [`[Not all could be searched: ${firstLine(found.run.errors)}]`] : [];
      return clipToFile(
        [shown, ...guesses(shown, found.encoded), ...guarded, ...incomplete, ...errors, ...left]
          .filter((part) => part !== "")
          .join("\n"),
        {
          folder: context.callFolder,
          maxBytes: Math.min(24_576, resultBytes(context)),
          maxLines: 1000,
        },
      );
    },
  });

/** Which files are searched. */
function scopeOf({ glob }: SearchInput): string[] {
  const args = ["--hidden", "--no-require-git"];
  if (glob !== undefined) args.push(`--glob=${glob}`);
  return [...args, "--glob=!.git"];
}

function argumentsFor(input: SearchInput): string[] {
  const args = ["--null", "--with-filename", ...scopeOf(input)];
  if (input.ignore_case) args.push("--ignore-case");
  if (/\n|\\n/.test(input.pattern)) args.push("--multiline");
  if (input.files_only) return [...args, "--files-with-matches"];
  args.push("--line-number", "--column", "--no-heading", "--no-context-separator");
  args.push(`--max-columns=${lineBytes}`, "--max-columns-preview", `--context=${input.context ?? 0}`);
  return args;
}

interface Found {
  readonly run: RipgrepRun;
  /** Of ripgrep, for each encoding. */
  readonly outputs: readonly Output[];
  readonly encoded: readonly EncodedFile[];
  readonly viewed: ViewedFiles;
}

interface Output {
  readonly text: string;
  /** Files whose lines do not count, because they are decoded for another output. */
  readonly without: ReadonlySet<string>;
  /** The file whose view was searched as standard input. */
  readonly view?: ViewedFile;
}

/** Files that are handed to one ripgrep. */
const mostNamed = 200;

/** Searches all files as ripgrep decodes them, and those that it does not decode in their encodings. */
async function searchAll(
  input: SearchInput,
  path: string,
  context: ToolContext & { readonly statedFor: StatedFor },
): Promise<Found> {
  const args = argumentsFor(input);
  const { cwd, signal } = context;
  const [first, unusual] = await Promise.all([
    collect([...args, "--", input.pattern, path], context),
    listUnusualFiles({ options: scopeOf(input), path }, cwd, signal),
  ]);
  const encoded = await findEncodedFiles(unusual, { cwd, signal, statedFor: context.statedFor });
  const inUtf32 = encoded.filter((file) => needsView(file.encoding)).map((file) => file.path);
  const viewed = await findViewedFiles({ names: unusual, encoded: inUtf32 }, cwd, signal);
  const outputs: Output[] = [
    { text: first.output, without: new Set([...encoded, ...viewed.files].map((file) => file.path)) },
  ];
  let { run } = first;
  const views = new Set(viewed.files.map((file) => file.path));
  const named = encoded.filter((file) => !views.has(file.path) || needsView(file.encoding));
  const decoded = named.filter((file) => !needsView(file.encoding));
  for (const [encoding, files = []] of Object.entries(Object.groupBy(decoded, (file) => file.encoding))) {
    for (let at = 0; at < files.length && run.code !== undefined; at += mostNamed) {
      const names = files.slice(at, at + mostNamed).map((file) => file.path);
      const more = await collect([...args, `--encoding=${encoding}`, "--", input.pattern, ...names], context);
      outputs.push({ text: more.output, without: new Set() });
      if (more.run.code === undefined) run = more.run;
    }
  }
  for (const view of viewed.files) {
    const more = await collect([...args, "--", input.pattern, "-"], context, view.text);
    outputs.push({ text: more.output, without: new Set(), view });
  }
  return { run, outputs, encoded: named, viewed };
}

function isEmpty({ text: output }: Output): boolean {
  return output === "";
}

/** Names the guessed encodings of files that are shown. */
function guesses(shown: string, encoded: readonly EncodedFile[]): readonly string[] {
  const lines = new Set(shown.split("\n"));
  return encoded
    .filter(({ path, isGuess }) => isGuess && lines.has(shownPath(path)))
    .map(({ path, encoding }) => `[${shownPath(path)} was searched as ${encoding}, which is a guess.]`);
}

async function collect(args: readonly string[], { cwd, signal }: ToolContext, view?: string) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let lines = 0;
  const run = await ripgrep(
    args,
    cwd,
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      return lines < mostLines && bytes < mostBytes;
    },
    signal,
    view,
  );
  return { run, output: decodeUtf8(Buffer.concat(chunks)).toWellFormed() };
}

/** Only folders and files: ripgrep would block on a pipe. */
async function pathProblem(path: string): Promise<ToolFailure | undefined> {
  try {
    const stats = await stat(path);
    if (stats.isFile() || stats.isDirectory()) return undefined;
    return { kind: "failed", message: `${escapeName(path)} is neither a file nor a folder.` };
  } catch (error) {
    return pathFailure(error, path);
  }
}

function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === "" ? "./" : short.startsWith("..") ? path : `./${short}`;
}

function refused({ errors }: RipgrepRun): ToolFailure {
  const reason = stripTerminalCodes(errors).replaceAll(/^rg: /gm, "").trimEnd();
  const hint = /regex parse error/.test(errors)
    ? "Fix the pattern; to match a character like ( or [ itself, put \\ before it."
    : undefined;
  return {
    kind: "failed",
    message: `ripgrep cannot search that: ${reason}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function noMatches({ glob }: SearchInput): string {
  return `No matches${glob === undefined ? "" : ` in files like ${escapeName(glob)}`}. Ignored files are not searched.`;
}

interface Shown {
  readonly shown: string;
  /** Files with matches that are not shown. */
  readonly hidden: number;
}

/** Of files by the names that ripgrep gives them. */
interface Visibility {
  /** They are counted, and not shown. */
  readonly isGuarded: (path: string) => boolean;
  /** Kept from the model by an ignore file: as if they were not there. */
  readonly isKept: (path: string) => boolean;
}

function fileNames({ outputs }: Found, { isGuarded, isKept }: Visibility): Shown {
  const all = outputs.flatMap(({ text: output, without, view }) =>
    output
      .split("\0")
      .filter((path) => path !== "" && !without.has(path))
      .map((path) => view?.path ?? path),
  );
  const found = all.filter((path) => !isKept(path));
  const free = found.filter((path) => !isGuarded(path));
  const names = free.map(shownPath).toSorted();
  return {
    shown: withCount(names.slice(0, mostShown), names.length, "files"),
    hidden: found.length - free.length,
  };
}

function matches({ outputs }: Found, { isGuarded, isKept }: Visibility): Shown {
  const allLines = outputs.flatMap(({ text: output, without, view }): readonly ShownLine[] => {
    const lines = foundLines(output).filter(({ path }) => !without.has(path));
    return view ? lines.map((line) => ({ ...line, path: view.path, pages: view.pages })) : lines;
  });
  const files = Object.entries(Object.groupBy(allLines, ({ path }) => path));
  const found = files.filter(([path]) => !isKept(path));
  const free = found.filter(([path]) => !isGuarded(path));
  const shownFiles = free
    .map(([path, lines = []]) => [shownPath(path), lines] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const all = shownFiles.flatMap(([path, lines]) => lines.map((line) => ({ path, line })));
  const shown = Object.entries(Object.groupBy(all.slice(0, mostShown), ({ path }) => path));
  const blocks = shown.map(([path, lines = []]) =>
    [path, ...lines.map(({ line }) => matchLine(line))].join("\n"),
  );
  return {
    shown: withCount([blocks.join("\n\n")], all.length, "lines"),
    hidden: found.length - free.length,
  };
}

function guardedNote(files: number): string {
  const which =
    files === 1
      ? "1 file with matches is guarded and not"
      : `${files} files with matches are guarded and not`;
  return `[${which} shown: such files may hold secrets. Read a file by its name if you need it; that may be asked about.]`;
}

interface ShownLine extends FoundLine {
  /** Of a PDF: the number of the first line of each page. */
  readonly pages?: readonly number[] | undefined;
}

function matchLine({ line, text: content, column, pages }: ShownLine): string {
  if (line === undefined) return "(binary file matches)";
  const shown = shownLine(line === 1 ? content.replace(/^\uFEFF/, "") : content);
  const mark = column === undefined ? "-" : ":";
  if (pages) return `page ${pageAt(pages, line)}${mark} ${shown}`;
  return column === undefined || column <= lineBytes
    ? `${line}${mark} ${shown}`
    : `${line}${mark} ${shown} ${placeNote(line, column)}`;
}

function unviewed({ left }: ViewedFiles): readonly string[] {
  return left === 0
    ? []
    : [
        `[${left} more notebooks, PDFs and files in UTF-32 were searched as they are stored: narrow the path or the glob.]`,
      ];
}

/** For a match beyond the shown beginning of its line. */
function placeNote(line: number, column: number): string {
  return `[the match: read from: ${line}, skip_bytes: ${column - lineBytes / 2}]`;
}

function withCount(shown: readonly string[], found: number, what: string): string {
  if (found <= mostShown) return shown.join("\n");
  const note = `[${mostShown} of ${groupedNumber(found)} ${what} shown: narrow the pattern, the path or the glob.]`;
  return [...shown, note].join("\n");
}

function shownPath(path: string): string {
  return escapeName(path.replace(/^\.\//, ""));
}

function firstLine(errors: string): string {
  return stripTerminalCodes(errors).split("\n", 1)[0]?.replace(/^rg: /, "") ?? "";
}
