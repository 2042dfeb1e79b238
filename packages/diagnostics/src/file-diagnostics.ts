import { readFile } from "node:fs/promises";
import { messageOf } from "@skein/protocol";
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
  /** Ends all servers. */
  close(this: void): Promise<void>;
}

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

  return {
    async watch(path) {
      const options = { ...settings, servers: table, path: env["PATH"] ?? "" };
      const found = closing.signal.aborted ? undefined : findServer(path, options);
      if (!found) return nothing;
      const before = await textOf(path);
      const server = open(found);
      const starting = new AbortController();
      const old = told.has(path)
        ? Promise.resolve(told.get(path))
        : before === undefined
          ? Promise.resolve([])
          : server
              .then((one) =>
                one?.check({ path, languageId: found.languageId, text: before }, starting.signal),
              )
              .then((all) => all && errorsIn(all));
      old.catch(() => undefined);
      return async (signal) => {
        try {
          const text = await textOf(path);
          if (text === undefined || text === before) return "";
          const half = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs / 2)]);
          const whole = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
          const known = await within(old, half);
          const ready = await within(server, whole);
          const all =
            ready && (await within(ready.check({ path, languageId: found.languageId, text }, whole), whole));
          // What is found next time is compared with what the model knows now.
          told.set(path, all ? errorsIn(all) : known);
          if (!all) return "";
          const errors = errorsIn(all);
          return diagnosticsReport({ path, cwd, server: found.name, ...newErrors(known, errors) });
        } catch {
          return "";
        } finally {
          starting.abort();
        }
      };
    },
    async close() {
      closing.abort();
      const all = await Promise.all(started.values());
      await Promise.allSettled(all.map(async (server) => server?.close()));
    },
  };
}

const nothing = () => Promise.resolve("");

async function textOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && bytes.length <= mostBytes ? bytes.toString() : undefined;
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
