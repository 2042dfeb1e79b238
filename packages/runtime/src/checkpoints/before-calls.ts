import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Checkpoints as Snapshots } from "@skein/checkpoints";
import { readsOnly } from "@skein/permissions";
import { isJsonObject, type Checkpoints, type GateRequest } from "@skein/protocol";

/** Words of one command that are looked at as paths. */
const mostWords = 64;
const fileScheme = "file:";
/** After that somebody who watches is told why nothing happens. */
const patienceMs = 1500;

/**
 * Keeps the working folder before each call that may change files. What only reads takes no checkpoint: tools that say
 * so, and shell commands that are understood to. A call that starts a subagent takes one, whatever that does: so what
 * subagents change is undone with the run that has started them. Where the folder cannot be kept as a whole that is said once, and
 * only the files that a call names are kept.
 */
export function beforeCalls(
  snapshots: () => Promise<Pick<Snapshots, "capture">>,
  cwd: string,
  say: (sentence: string) => void = () => undefined,
): Checkpoints {
  let [hasSaidWhy, hasSaidWait] = [false, false];
  /** What calls of the run named: to be looked at once more at its end. */
  let namedInRun: readonly string[] = [];

  /** For calls of one reply: none of them has changed anything before it is there. */
  let forSubagents: Promise<Awaited<ReturnType<Snapshots["capture"]>>> | undefined;

  function sayWait(): void {
    if (!hasSaidWait)
      say(`Keeping the files in ${cwd}, so that changes can be undone. The first time takes a while.`);
    hasSaidWait = true;
  }

  return {
    async before(request, signal) {
      if (!mayChangeFiles(request)) return undefined;
      const isStart = startsSubagent(request);
      const command = shellCommand(request);
      const named = [...filesOf(request), ...(command === undefined ? [] : pathsIn(command, cwd))];
      namedInRun = [...namedInRun, ...named];
      const { capture } = await snapshots();
      const waiting = setTimeout(sayWait, patienceMs);
      const captured = (isStart && forSubagents) || capture(cwd, { named, signal });
      if (isStart) forSubagents = captured;
      const {
        id,
        scope,
        reason = "The folder is too large.",
      } = await captured.finally(() => {
        clearTimeout(waiting);
        if (forSubagents === captured) forSubagents = undefined;
      });
      if (scope === "named" && !hasSaidWhy) {
        hasSaidWhy = true;
        if (named.length === 0) throw new Error(reason);
      }
      return scope === "named" && named.length === 0 ? undefined : { snapshot: id, root: cwd };
    },
    async after() {
      const named = namedInRun;
      namedInRun = [];
      const { capture } = await snapshots();
      const { id } = await capture(cwd, { named });
      return { snapshot: id, root: cwd };
    },
  };
}

type Call = Pick<GateRequest, "extension" | "tool" | "effect" | "input">;

/** Whether files are to be kept before a call. */
export function mayChangeFiles(call: Call): boolean {
  if (startsSubagent(call)) return true;
  if (call.effect === "reads") return false;
  const command = shellCommand(call);
  return command === undefined || !readsOnly(command);
}

function startsSubagent({ extension, tool }: Call): boolean {
  return extension === "subagents" && tool === "subagent";
}

function shellCommand({ extension, tool, input }: Call): string | undefined {
  if (extension !== "developer" || tool !== "shell" || !isJsonObject(input)) return undefined;
  const { command } = input;
  return typeof command === "string" ? command : undefined;
}

function filesOf({ resources = [] }: GateRequest): readonly string[] {
  return resources.filter((name) => name.startsWith(fileScheme)).map((name) => name.slice(fileScheme.length));
}

/**
 * What a command calls by name and what is there: kept also where it is ignored. Elsewhere only files, and none of the
 * system's: `/usr/bin/env` is named often and changed never.
 */
function pathsIn(command: string, cwd: string): readonly string[] {
  const words = command.split(/[\s'"`;&|<>()]+/).filter((word) => word !== "" && !word.startsWith("-"));
  return words
    .slice(0, mostWords)
    .map((word) => resolve(cwd, withoutPattern(word.replace(/^~(?=\/)/, homedir()))))
    .filter((path) => isWorthKeeping(path, cwd));
}

/** `build/*.o` names what lies in `build`. */
function withoutPattern(word: string): string {
  const at = word.search(/[*?[{$]/);
  return at === -1 ? word : word.slice(0, word.lastIndexOf("/", at) + 1) || ".";
}

function isWorthKeeping(path: string, cwd: string): boolean {
  if (path === cwd || cwd.startsWith(`${path}/`)) return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (path.startsWith(`${cwd}/`)) return stats !== undefined;
  return stats?.isFile() === true && !/^\/(bin|boot|dev|etc|lib|lib64|opt|proc|sbin|sys|usr)\//.test(path);
}
