import { resolve } from "node:path";
import type { Checkpoints as Snapshots } from "@skein/checkpoints";
import { readsOnly } from "@skein/permissions";
import {
  isJsonObject,
  messageOf,
  SkeinError,
  type Checkpoints,
  type GateRequest,
  type UncheckpointedPath,
} from "@skein/protocol";
import { pathsIn, type PathsOfCommand } from "./paths-in-command.ts";
import { isPlainRepository } from "./plain-repository.ts";

const fileScheme = "file:";
/** After that somebody who watches is told why nothing happens. */
const patienceMs = 1500;

export interface BeforeCallsOptions {
  readonly cwd: string;
  /** Gets sentences for the user. Default: nobody. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Refuses calls of which not everything could be kept. Default false. */
  readonly isRequired?: boolean;
}

/**
 * Keeps the working folder before each call that may change files. What only reads takes no checkpoint: tools that say
 * so, and shell commands that are understood to. A call that starts a subagent takes one, whatever that does: so what
 * subagents change is undone with the run that has started them. Where the folder cannot be kept as a whole, only the
 * files that a call names are kept, and it is journaled with the call that the others were not.
 */
export function beforeCalls(
  snapshots: () => Promise<Pick<Snapshots, "capture">>,
  { cwd, say = () => undefined, isRequired = false }: BeforeCallsOptions,
): Checkpoints {
  let [hasSaidWhy, hasSaidWait] = [false, false];
  /** What calls of the run named: to be looked at once more at its end. */
  let namedInRun: readonly string[] = [];
  let watchedInRun: readonly string[] = [];

  /** For calls of one reply: none of them has changed anything before it is there. */
  let forSubagents: Promise<Awaited<ReturnType<Snapshots["capture"]>>> | undefined;

  function sayWait(): void {
    if (!hasSaidWait)
      say(`Keeping the files in ${cwd}, so that changes can be undone. The first time takes a while.`);
    hasSaidWait = true;
  }

  /** What a command calls by name is a guess: it never keeps the folder from being kept. */
  async function capture(
    files: readonly string[],
    { named: guessed, watched }: PathsOfCommand,
    signal: AbortSignal,
  ) {
    const { capture: take } = await snapshots();
    try {
      return await take(cwd, { named: [...files, ...guessed], watched, signal });
    } catch (error) {
      if (guessed.length + watched.length === 0 || SkeinError.is(error) || signal.aborted) throw error;
      return take(cwd, { named: files, signal });
    }
  }

  async function keep(request: GateRequest, command: string | undefined, signal: AbortSignal) {
    const isStart = startsSubagent(request);
    const files = filesOf(request);
    const guessed = command === undefined ? { named: [], watched: [] } : pathsIn(command, cwd);
    namedInRun = [...namedInRun, ...files, ...guessed.named];
    watchedInRun = [...watchedInRun, ...guessed.watched];
    const waiting = setTimeout(sayWait, patienceMs);
    const captured = (isStart && forSubagents) || capture(files, guessed, signal);
    if (isStart) forSubagents = captured;
    const { id, scope, reason, named, leftOut, unseen } = await captured.finally(() => {
      clearTimeout(waiting);
      if (forSubagents === captured) forSubagents = undefined;
    });
    // Where a link led to is known no more when the call has moved the link.
    namedInRun = [...namedInRun, ...named];
    const places = [...files, ...guessed.named];
    const unkept: UncheckpointedPath[] = leftOut
      .filter(({ path }) => places.includes(resolve(cwd, path)))
      .map((one) => ({ path: resolve(cwd, one.path), reason: one.reason }));
    // A tool that names its files changes no others; a command may change any.
    if (files.length === 0 || request.effect !== "writes") {
      for (const one of unseen.filter(({ path }) => !places.includes(resolve(cwd, path))))
        unkept.push({ path: resolve(cwd, one.path), reason: one.reason });
      if (scope === "named") unkept.push({ path: cwd, reason: reason ?? "it is too large" });
    }
    return { root: cwd, unkept, ...(scope === "named" && places.length === 0 ? {} : { snapshot: id }) };
  }

  return {
    async before(request, signal) {
      if (!mayChangeFiles(request, () => isPlainRepository(cwd))) return undefined;
      const command = shellCommand(request);
      try {
        const kept = await keep(request, command, signal);
        const [first] = kept.unkept;
        if (first && isRequired) return { ...kept, refused: cannotBeUndone(request, first) };
        if (first && first.path === cwd && !hasSaidWhy) {
          hasSaidWhy = true;
          say(`What commands change in ${cwd} cannot be undone: ${first.reason}.`);
        }
        return kept;
      } catch (error) {
        if (!isRequired || signal.aborted) throw error;
        const why = { path: cwd, reason: messageOf(error) };
        return { root: cwd, unkept: [why], refused: cannotBeUndone(request, why) };
      }
    },
    async after() {
      const [named, watched] = [namedInRun, watchedInRun];
      [namedInRun, watchedInRun] = [[], []];
      const { capture: take } = await snapshots();
      const { id } = await take(cwd, { named, watched }).catch(() => take(cwd));
      return { snapshot: id, root: cwd };
    },
  };
}

/** Where nothing is kept: each call that may change files is journaled with that. */
export function withoutCheckpoints(cwd: string): Checkpoints {
  const unkept: readonly UncheckpointedPath[] = [{ path: cwd, reason: "checkpoints were turned off" }];
  return {
    before: async (request) =>
      mayChangeFiles(request, () => isPlainRepository(cwd)) ? { root: cwd, unkept } : undefined,
  };
}

function cannotBeUndone({ tool }: GateRequest, { path, reason }: UncheckpointedPath): string {
  return `What "${tool}" changes could not be undone: ${path} cannot be kept (${reason}). The setting \`checkpoints: required\` refuses that. Use a tool that names the files it writes, or tell the user.`;
}

type Call = Pick<GateRequest, "extension" | "tool" | "effect" | "input">;

/**
 * Whether files are to be kept before a call.
 *
 * @param isPlain - whether git that reads starts nothing of the repository's, where the call works.
 */
export function mayChangeFiles(call: Call, isPlain: () => boolean): boolean {
  if (startsSubagent(call)) return true;
  if (call.effect === "reads") return false;
  const command = shellCommand(call);
  return command === undefined || !readsOnly(command, { isPlainRepository: isPlain });
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
