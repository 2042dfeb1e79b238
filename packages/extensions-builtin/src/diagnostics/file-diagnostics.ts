import { readFile } from "node:fs/promises";
import { messageOf } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import { findServer, type FindServerOptions, type FoundServer } from "./find-server.ts";
import { errorsIn, newErrors, type FileError } from "./file-errors.ts";
import { startLanguageServer, type LanguageServer } from "./language-server.ts";
import { diagnosticsReport } from "./report.ts";
import { languageServers, type LanguageServerEntry } from "./server-table.ts";

export interface DiagnosticsSettings extends Omit<FindServerOptions, "servers" | "path"> {
  /** Looked at first; one with the name of a known server replaces it. Default: those that are known. */
  readonly servers?: readonly LanguageServerEntry[] | undefined;
  /** The environment of the servers; `PATH` is where they are looked up. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds that one change may wait for them. Default 2,000. */
  readonly timeoutMs?: number | undefined;
  /** Told once when a server cannot be used. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** What language servers say of the files that an agent changes. */
export interface FileDiagnostics {
  /**
   * Call before a file is changed, and the result after it: that gives the errors that the change has brought, as lines
   * for the model, or `""`. Never rejects.
   *
   * @param path - absolute.
   */
  watch(this: void, path: string): Promise<(signal: AbortSignal) => Promise<string>>;
  /**
   * The same for files that have been changed already: one after the other, within the time of one change. Of more than five
   * files with errors, the others are counted.
   */
  compare(this: void, files: readonly DiagnosedChange[], signal: AbortSignal): Promise<string>;
  /** Ends all servers. */
  close(this: void): Promise<void>;
}

export interface DiagnosedChange {
  /** Absolute. */
  readonly path: string;
  /** Reads what it held before; `undefined`: it was not there. */
  readonly before: (() => string) | undefined;
}

/** Of so many changed files servers are asked. */
const mostAsked = 20;
const mostReported = 5;

/** Longer files are not shown to servers. */
const mostBytes = 1024 * 1024;

/** Servers start at the first change of a file in their language, once, and end with `close` or with this process. */
export function fileDiagnostics(settings: DiagnosticsSettings): FileDiagnostics {
  const { cwd, env, timeoutMs = 2000, warn = () => undefined, servers: own = [] } = settings;
  const names = new Set(own.map(({ name }) => name));
  const table = [...own, ...languageServers.filter(({ name }) => !names.has(name))];
  const started = new Map<string, Promise<LanguageServer | undefined>>();
  /** What the model knows of a file's errors; `undefined` in it: not yet known, whatever is found is new to it. */
  const told = new Map<string, readonly FileError[] | undefined>();
  const closing = new AbortController();

  const open = ({ name, argv }: FoundServer): Promise<LanguageServer | undefined> => {
    const command = argv.join("\0");
    const known = started.get(command);
    if (known) return known;
    const starting = startLanguageServer({ argv, cwd, env, signal: closing.signal }).catch(
      (error: unknown) => {
        if (!closing.signal.aborted)
          warn(`The ${name} language server cannot be used: ${messageOf(error).replace(/\.$/, "")}.`);
        return undefined;
      },
    );
    started.set(command, starting);
    return starting;
  };

  const serverOf = (path: string): FoundServer | undefined =>
    closing.signal.aborted
      ? undefined
      : findServer(path, { ...settings, servers: table, path: env["PATH"] ?? "" });

  /** Begins to ask what was wrong with a file before. */
  async function errorsBefore(
    path: string,
    found: FoundServer,
    text: string | undefined,
    signal: AbortSignal,
  ) {
    if (told.has(path)) return told.get(path);
    if (text === undefined) return [];
    const server = await open(found);
    const all = await server?.check({ path, languageId: found.languageId, text }, signal);
    return all && errorsIn(all);
  }

  /** @param before - the errors that it had. @param signal - when nothing is waited for any more. */
  async function reportOf(
    path: string,
    found: FoundServer,
    before: readonly FileError[] | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const text = await readSmallFile(path);
    if (text === undefined) return "";
    const ready = await within(open(found), signal);
    const all =
      ready && (await within(ready.check({ path, languageId: found.languageId, text }, signal), signal));
    // What is found next time is compared with what the model knows now.
    told.set(path, all ? errorsIn(all) : before);
    if (!all) return "";
    return diagnosticsReport({ path, cwd, server: found.name, ...newErrors(before, errorsIn(all)) });
  }

  return {
    async watch(path) {
      const found = serverOf(path);
      if (!found) return nothing;
      const before = await readSmallFile(path);
      const starting = new AbortController();
      const old = errorsBefore(path, found, before, starting.signal);
      old.catch(() => undefined);
      return async (signal) => {
        try {
          if ((await readSmallFile(path)) === before) return "";
          const half = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs / 2)]);
          const whole = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
          return await reportOf(path, found, await within(old, half), whole);
        } catch {
          return "";
        } finally {
          starting.abort();
        }
      };
    },
    async compare(files, signal) {
      const whole = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const reports: string[] = [];
      const known = files.flatMap((file) => {
        const found = serverOf(file.path);
        return found ? [{ ...file, found }] : [];
      });
      for (const { path, before, found } of known.slice(0, mostAsked)) {
        if (whole.aborted) break;
        try {
          const old = await within(errorsBefore(path, found, before?.(), whole), whole);
          reports.push(await reportOf(path, found, old, whole));
        } catch {
          // A server that ends, or a file that is gone again: the command has been run all the same.
        }
      }
      const withErrors = reports.filter((report) => report !== "");
      const more = withErrors.length - mostReported;
      return [
        ...withErrors.slice(0, mostReported),
        ...(more > 0 ? [`[Errors in ${more} more changed files are not shown.]`] : []),
      ].join("\n");
    },
    async close() {
      closing.abort();
      const all = await Promise.all(started.values());
      await Promise.allSettled(all.map(async (server) => server?.close()));
    },
  };
}

const nothing = () => Promise.resolve("");

async function readSmallFile(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && bytes.length <= mostBytes ? (await readText(bytes)).text : undefined;
}

/** `undefined` when it takes longer, or fails. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  if (signal.aborted) return undefined;
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
