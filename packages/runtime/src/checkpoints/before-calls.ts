import { resolve } from "node:path";
import type { FileCheckpoints, FileSnapshot } from "@skein/checkpoints";
import { readsOnly, type ReadingFacts } from "@skein/permissions";
import {
  isJsonObject,
  messageOf,
  SkeinError,
  type Checkpoints,
  type GateRequest,
  type UncheckpointedPath,
} from "@skein/protocol";
import { filesChangedSince, type ChangedBy } from "./files-changed-since.ts";
import { capturingTogether, type NamedPaths } from "./capture-together.ts";
import { pathsIn } from "./paths-in-command.ts";
import { isPlainRepository } from "./plain-repository.ts";

const fileScheme = "file:";
/** What it writes during the run is undone with the rest. */
const whyJob = "its background job may go on writing after the run";
/** After this delay the user is told that a checkpoint is being taken. */
const patienceMs = 1500;

export interface BeforeCallsOptions {
  readonly cwd: string;
  /** Receives warnings for the user. Default: none. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Refuses calls whose files could not all be kept. Default false. */
  readonly isRequired?: boolean;
  /** Gives each snapshot to other machines; one is then taken after each call, too. Default: they stay here. */
  readonly share?: ((snapshot: string) => Promise<void>) | undefined;
}

/**
 * Takes a checkpoint of the working folder before each call that may change files: not for read-only tools
 * and recognized read-only shell commands, but always for a call that starts a subagent, so that undoing the
 * run also undoes its subagents. If the folder cannot be kept as a whole, only the files that a call names
 * are kept, and the call's entry says so.
 */
export function beforeCalls(
  snapshots: () => Promise<Pick<FileCheckpoints, "capture" | "diff" | "content">>,
  { cwd, say = () => undefined, isRequired = false, share }: BeforeCallsOptions,
): Checkpoints & { readonly changedBy: ChangedBy } {
  let [hasSaidWhy, hasSaidWait] = [false, false];
  /** Paths named by the run's calls, checked once more at its end. */
  let namedInRun: readonly string[] = [];
  let watchedInRun: readonly string[] = [];
  /** Of the commands that run. */
  const snapshotBefore = new Map<string, string>();

  function sayWait(): void {
    if (!hasSaidWait)
      say(`Keeping the files in ${cwd}, so that changes can be undone. The first time takes a while.`);
    hasSaidWait = true;
  }

  /** Paths in commands are guesses, so a failure to keep them does not affect the folder. */
  async function capture(
    { files, guessed, watched }: NamedPaths,
    signal: AbortSignal,
  ): Promise<FileSnapshot> {
    const { capture: take } = await snapshots();
    try {
      return await take(cwd, { named: [...files, ...guessed], watched, signal });
    } catch (error) {
      if (guessed.length + watched.length === 0 || SkeinError.is(error) || signal.aborted) throw error;
      return take(cwd, { named: files, signal });
    }
  }

  const captureTogether = capturingTogether(capture);

  async function keep(request: GateRequest, command: string | undefined, signal: AbortSignal) {
    const files = filesOf(request);
    const guessed = command === undefined ? { named: [], watched: [] } : pathsIn(command, cwd);
    namedInRun = [...namedInRun, ...files, ...guessed.named];
    watchedInRun = [...watchedInRun, ...guessed.watched];
    const waiting = setTimeout(sayWait, patienceMs);
    const { snapshot, paths } = await captureTogether(
      { files, guessed: guessed.named, watched: guessed.watched },
      signal,
    ).finally(() => clearTimeout(waiting));
    const { id, scope, reason, named, leftOut, unseen } = snapshot;
    await share?.(id);
    // Resolved before the call, which may move the link.
    namedInRun = [...namedInRun, ...named];
    const places = [...files, ...guessed.named];
    const namedPlaces = [...paths.files, ...paths.guessed];
    const unkept: UncheckpointedPath[] = leftOut
      .filter(({ path }) => places.includes(resolve(cwd, path)))
      .map((one) => ({ path: resolve(cwd, one.path), reason: one.reason }));
    // A tool that names its files changes no others; a command may change any file.
    if (files.length === 0 || request.effect !== "writes") {
      for (const one of unseen.filter(({ path }) => !namedPlaces.includes(resolve(cwd, path))))
        unkept.push({ path: resolve(cwd, one.path), reason: one.reason });
      if (scope === "named") unkept.push({ path: cwd, reason: reason ?? "it is too large" });
    }
    if (startsJob(request)) unkept.push({ path: cwd, reason: whyJob });
    return { root: cwd, unkept, ...(scope === "named" && places.length === 0 ? {} : { snapshot: id }) };
  }

  return {
    async before(request, signal) {
      if (!(await mayChangeFiles(request, { cwd, isPlainRepository }))) return undefined;
      const command = shellCommand(request);
      try {
        const kept = await keep(request, command, signal);
        if (command !== undefined && kept.snapshot !== undefined)
          snapshotBefore.set(request.callId, kept.snapshot);
        const [first] = kept.unkept;
        if (first && isRequired) return { ...kept, refused: cannotBeUndone(request, first) };
        if (first && first.path === cwd && first.reason !== whyJob && !hasSaidWhy) {
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
    async changedBy(callId, signal) {
      const before = snapshotBefore.get(callId);
      snapshotBefore.delete(callId);
      return before === undefined ? [] : filesChangedSince(before, await snapshots(), { cwd, signal });
    },
    ...(share && {
      async afterCall() {
        const { id } = await (await snapshots()).capture(cwd);
        await share(id);
        return { snapshot: id, root: cwd };
      },
    }),
    async after() {
      snapshotBefore.clear();
      const [named, watched] = [namedInRun, watchedInRun];
      [namedInRun, watchedInRun] = [[], []];
      const { capture: take } = await snapshots();
      const { id } = await take(cwd, { named, watched }).catch(() => take(cwd));
      await share?.(id);
      return { snapshot: id, root: cwd };
    },
  };
}

/** Without checkpoints: marks each call that may change files as not undoable. */
export function withoutCheckpoints(cwd: string): Checkpoints {
  const unkept: readonly UncheckpointedPath[] = [{ path: cwd, reason: "checkpoints were turned off" }];
  return {
    before: async (request) =>
      (await mayChangeFiles(request, { cwd, isPlainRepository })) ? { root: cwd, unkept } : undefined,
  };
}

function cannotBeUndone({ tool }: GateRequest, { path, reason }: UncheckpointedPath): string {
  return `Changes by "${tool}" could not be undone, because ${path} cannot be kept in a checkpoint (${reason}), and the setting \`checkpoints: required\` refuses such calls. Use a tool that names the files it writes, or tell the user.`;
}

type Call = Pick<GateRequest, "extension" | "tool" | "effect" | "input">;

/** Whether a call needs a checkpoint. */
export async function mayChangeFiles(call: Call, facts: ReadingFacts): Promise<boolean> {
  if (startsSubagent(call)) return true;
  if (call.effect === "reads") return false;
  const command = shellCommand(call);
  return command === undefined || !(await readsOnly(command, facts));
}

function startsSubagent({ extension, tool }: Call): boolean {
  return extension === "subagents" && tool === "subagent";
}

function shellCommand({ extension, tool, input }: Call): string | undefined {
  if (extension !== "developer" || tool !== "shell" || !isJsonObject(input)) return undefined;
  const { command } = input;
  return typeof command === "string" ? command : undefined;
}

/** What runs in a terminal may outlive its call, too. */
function startsJob({ input }: Call): boolean {
  return isJsonObject(input) && (input["background"] === true || input["pty"] === true);
}

function filesOf({ resources = [] }: GateRequest): readonly string[] {
  return resources.filter((name) => name.startsWith(fileScheme)).map((name) => name.slice(fileScheme.length));
}
