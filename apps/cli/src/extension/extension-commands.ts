import { jsonObject } from "@skein/command-line";
import {
  callExtension,
  changeExtension,
  extensionLog,
  inspectExtension,
  listExtensions,
  serverWords,
  serverLine,
} from "@skein/host/extensions";
import { projectFile as projectConfigFile } from "@skein/settings";
import { readServersFile, tryNewExtension } from "@skein/imports";
import { exitCodes } from "@skein/protocol";
import { widthOf } from "@skein/terminal/table";
import { changeLines, extensionRows, inspectionLines } from "@skein/terminal-chat/extensions";
import { importFound } from "../import/import-program.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { knownProviders } from "../providers.ts";
import { abortOnSignals } from "../signals.ts";
import { agree, codeOf, sayWhyNot } from "../wording/agree.ts";
import type { ExtensionFlags } from "@skein/command-line/command-flags";

const sources = () => ({ machine: thisMachine(), providers: knownProviders });

/** Ends the server when the command is interrupted. */
async function whileWatched<Result>(
  work: (options: { readonly cwd: string; readonly signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  using stop = abortOnSignals();
  const { signal } = stop;
  return await work({ cwd: process.cwd(), signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

const chosen = ({ yes = false, "dry-run": isDryRun = false, json = false }: ExtensionFlags) => ({
  isAgreed: yes,
  isDryRun,
  asJson: json,
});

export async function list({ json = false }: ExtensionFlags): Promise<void> {
  const extensions = await listExtensions(thisMachine(), process.cwd());
  if (json) return printJson({ extensions });
  if (extensions.length === 0) note("No extensions. Add one: skein extension add NAME COMMAND");
  else process.stdout.write(extensionRows(extensions, widthOf(process.stdout)));
  for (const { problem } of extensions) if (problem !== undefined) note(problem);
}

export async function inspect(
  { json = false }: ExtensionFlags,
  [name = ""]: readonly string[],
): Promise<void> {
  const inspected = await whileWatched((options) => inspectExtension(sources(), name, options));
  if (json) return printJson(inspected);
  for (const line of inspectionLines(inspected)) print(line);
}

export async function log({ json = false }: ExtensionFlags, [name = ""]: readonly string[]): Promise<void> {
  const lines = await extensionLog(thisMachine(), process.cwd(), name);
  if (json) return printJson({ name, lines });
  if (lines.length === 0) note(`The server of ${name} has written nothing.`);
  for (const line of lines) print(line);
}

export async function test(flags: ExtensionFlags, [name = "", tool, input = "{}"]: readonly string[]) {
  if (tool === undefined) return inspect(flags, [name]);
  const given = { tool, input: jsonObject(input, { what: "The input", example: `'{"path":"."}'` }) };
  const { isFailure, text } = await whileWatched((options) =>
    callExtension(sources(), name, { ...options, ...given }),
  );
  if (flags.json) printJson({ isFailure, text });
  else print(text);
  return isFailure ? exitCodes["invalid-output"] : exitCodes.done;
}

export async function trust(flags: ExtensionFlags, [name = ""]: readonly string[]): Promise<number> {
  const inspected = await whileWatched((options) =>
    inspectExtension(sources(), name, { ...options, isNewest: true }),
  );
  const { changes, isNew, tools } = inspected;
  const isNeeded = isNew || changes.length > 0;
  if (!flags.json) for (const line of isNew ? inspectionLines(inspected) : changeLines(changes)) print(line);
  const agreement = isNeeded ? await agree({ question: "Accept this?", ...chosen(flags) }) : "done";
  if (isNeeded && agreement === "done") await inspected.accept();
  if (flags.json) printJson({ outcome: agreement, changes, tools: tools.length });
  else if (agreement === "done")
    print(isNeeded ? `Accepted: ${tools.length} tools of ${name}.` : `${name} is as it was accepted.`);
  sayWhyNot(agreement, flags.json ?? false);
  return codeOf[agreement];
}

export function change(what: "enable" | "disable" | "remove") {
  return async ({ json = false }: ExtensionFlags, [name = ""]: readonly string[]): Promise<void> => {
    const { file, isOfProject } = await changeExtension(thisMachine(), process.cwd(), name, what);
    if (json) printJson({ name, change: what, file });
    else print(`${name}: ${what}d in ${file}`);
    if (isOfProject) note("It applies once the project is trusted again: skein trust .");
  };
}

export async function add(flags: ExtensionFlags, [name = "", ...words]: readonly string[]): Promise<number> {
  const server = words.length === 1 ? serverLine(words[0] ?? "", "add") : serverWords(words, "add");
  const file = flags.project ? projectConfigFile(process.cwd()) : undefined;
  const given = { name, server, headers: flags.header ?? [], timeout: flags.timeout, file };
  const { inspected, found } = await whileWatched((options) => tryNewExtension(sources(), given, options));
  if (!flags.json) for (const line of inspectionLines({ ...inspected, changes: [] })) print(line);
  const source = { found, label: "the command line", folder: process.cwd() };
  const { code, isWritten } = await importFound(source, { ...importOptions(flags), file });
  if (isWritten) await inspected.accept();
  if (isWritten && file !== undefined) note("It applies once the project is trusted: skein trust .");
  return code;
}

export async function importFile(flags: ExtensionFlags, [file = ""]: readonly string[]): Promise<number> {
  const found = await readServersFile(file, process.cwd());
  return (await importFound({ found, label: "the file", folder: file }, importOptions(flags))).code;
}

function importOptions(flags: ExtensionFlags) {
  return { only: ["extensions"] as const, overwrite: flags.overwrite ?? false, ...chosen(flags) };
}
