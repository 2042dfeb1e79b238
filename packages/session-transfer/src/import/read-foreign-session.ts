import { checkSessionId, ConfigError, isSessionId, type Entry, type Usage } from "@skein/protocol";
import { costs } from "@skein/sessions";
import { readClaude } from "./claude/read.ts";
import { readCodex } from "./codex.ts";
import type { ForeignFormat } from "./format.ts";
import { readGoose } from "./goose/read.ts";
import type { ImportWarning } from "./json-lines.ts";
import { readOpencode } from "./opencode.ts";
import { readPi } from "./pi.ts";
import type { FoundSession } from "./steps.ts";
import { writeJournal } from "./write-journal.ts";

/** A session of another agent as a journal of ours. */
export interface ForeignSession {
  /** Made of the format and its own id, so that the same session gets the same id again. */
  readonly id: string;
  readonly title: string | undefined;
  /** Where it worked; `undefined` when the file does not say. */
  readonly cwd: string | undefined;
  /** From `session-start` on, numbered from 1. */
  readonly entries: readonly Entry[];
  /** What could not be imported, or not as it stood. */
  readonly warnings: readonly ImportWarning[];
  readonly usage: Usage;
  /** US dollars; `undefined` when the cost of a request is unknown. */
  readonly costUsd: number | undefined;
  /** Sessions of its subagents, to which its `child` entries point. */
  readonly children: readonly ForeignSession[];
}

export interface ReadOptions {
  /** What to call the file in messages. */
  readonly name: string;
  /** In place of the id that the file gives. */
  readonly id?: string;
  /** Where to work when the file does not say. Default `/`. */
  readonly cwd?: string;
  /** Texts of the sessions of subagents that stand in files of their own. */
  readonly children?: readonly { readonly name: string; readonly text: string }[];
}

type Reader = (text: string, warnings: ImportWarning[]) => FoundSession;

const readers: Readonly<Record<ForeignFormat, Reader>> = {
  goose: readGoose,
  claude: readClaude,
  codex: readCodex,
  pi: readPi,
  opencode: readOpencode,
};

/**
 * Reads a session file of another agent. Lines that cannot be read are told in `warnings`, and the rest is imported.
 * The same text always makes the same journal.
 *
 * @param text - the file; of a database what `readForeignFile` takes out of it.
 * @throws ConfigError `unreadable` when there is nothing to import, or `usage` when `options.id` is not an id.
 */
export function readForeignSession(
  format: ForeignFormat,
  text: string,
  options: ReadOptions,
): ForeignSession {
  const warnings: ImportWarning[] = [];
  const found = readers[format](text, warnings);
  if (!found.steps.some(({ does }) => does === "say" || does === "reply"))
    throw nothingIn(options.name, warnings);
  if (options.id !== undefined) checkSessionId(options.id);

  const beside = (options.children ?? []).flatMap(({ name, text: own }) =>
    childIn(format, name, own, warnings),
  );
  const children = [...(found.children ?? []), ...beside];
  const childIds = new Map(children.map(({ id = "" }) => [id, sessionId(format, id)]));
  return sessionOf(
    found,
    { ...options, format, childIds, id: options.id ?? sessionId(format, found.id ?? options.name) },
    warnings,
    children,
  );
}

interface ReadSource extends ReadOptions {
  readonly id: string;
  readonly format: ForeignFormat;
  readonly childIds: ReadonlyMap<string, string>;
}

function sessionOf(
  found: FoundSession,
  place: ReadSource,
  warnings: ImportWarning[],
  children: readonly FoundSession[],
): ForeignSession {
  const { id, cwd = "/", format, childIds } = place;
  const entries = writeJournal({ id, format, childIds, cwd: found.cwd ?? cwd }, found, warnings);
  const { usage, costUsd, hasUnknownCost } = costs(entries);
  return {
    id,
    title: found.title,
    cwd: found.cwd,
    entries,
    warnings,
    usage,
    costUsd: hasUnknownCost ? undefined : costUsd,
    children: children.map((child) =>
      sessionOf(child, { ...place, id: childIds.get(child.id ?? "") ?? id }, [], []),
    ),
  };
}

/** A subagent's file that cannot be read is a warning: the session itself can be. */
function childIn(
  format: ForeignFormat,
  name: string,
  text: string,
  warnings: ImportWarning[],
): readonly FoundSession[] {
  const own: ImportWarning[] = [];
  const found = readers[format](text, own);
  for (const { line, message } of own)
    warnings.push({ message: `${name}${line === undefined ? "" : `, line ${line}`}: ${message}` });
  if (found.steps.length > 0) return [found];
  warnings.push({ message: `${name} holds no messages.` });
  return [];
}

/** Letters that cannot stand in an id become `-`. */
function sessionId(format: ForeignFormat, id: string): string {
  const wished = `${format}-${id.replace(/[^A-Za-z0-9_.-]+/g, "-").slice(-100)}`;
  return isSessionId(wished) ? wished : format;
}

function nothingIn(name: string, warnings: readonly ImportWarning[]): ConfigError {
  const [first] = warnings;
  const why = first ? ` ${first.line === undefined ? "" : `Line ${first.line}: `}${first.message}` : "";
  return new ConfigError("unreadable", `${name} holds no messages that can be imported.${why}`, {
    hint: "Give a session file of Goose, Claude Code, Codex CLI, pi or opencode, whole and as it was written.",
  });
}
