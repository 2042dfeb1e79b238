import {
  serverOf,
  inspectForAcceptance,
  type InspectedExtension,
  type InspectOptions,
  type ServerLine,
} from "@skein/host/extensions";
import { pinKeyIn, type ConfigExtension, type ReferenceSources } from "@skein/host/settings";
import { ConfigError, type JsonObject } from "@skein/protocol";
import { parseDuration } from "@skein/settings";
import { createCollector, type ImportFindings } from "../findings.ts";
import { foundExtension } from "../reading/found-extension.ts";

export interface NewExtension {
  readonly name: string;
  readonly server: ServerLine;
  /** `NAME=VALUE` each. */
  readonly headers: readonly string[];
  /** Of a call without progress: seconds, or `90s`, `5m`. */
  readonly timeout?: string | undefined;
  /** The project's config file, which it is to be written to. Default: the user's own. */
  readonly file?: string | undefined;
}

/**
 * Starts a server that is to be added and asks what it offers; nothing is written yet. Throws `ConfigError` and
 * `ExtensionError`.
 *
 * @returns what it offers, and what can be planned and applied as an import; secrets are taken out of the entry.
 */
export async function tryNewExtension(
  sources: ReferenceSources,
  { name, server, file, ...given }: NewExtension,
  { cwd, signal }: InspectOptions,
): Promise<{ readonly inspected: InspectedExtension; readonly found: ImportFindings }> {
  const headers = headersIn(given.headers);
  const timeoutSeconds = secondsIn(given.timeout);
  const entry: JsonObject =
    "url" in server ? { url: server.url, headers } : { ...server, args: [...server.args] };
  const tried: ConfigExtension = {
    name,
    entry,
    isEnabled: true,
    isOfProject: file !== undefined,
    place: name,
    file: file ?? "",
    pinKey: pinKeyIn(name, file),
  };
  const startable = await serverOf(sources, cwd, tried);
  const inspected = await inspectForAcceptance(sources.machine, startable, { signal, isNewest: true });
  const into = createCollector();
  into.extension(
    foundExtension({
      name,
      file: "",
      ...("url" in server ? { url: server.url, headers } : server),
      isEnabled: true,
      timeoutSeconds,
      translate: (text) => text,
    }),
  );
  return { inspected, found: into.found };
}

function headersIn(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name = "", value = ""] = /^([^=:\s]+)[=:]\s*(.*)$/.exec(text) ?? [];
      if (name !== "") return [name, value];
      throw new ConfigError("usage", `${JSON.stringify(text)} is not a header.`, {
        hint: "Write 'Authorization=Bearer …'.",
      });
    }),
  );
}

function secondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(/^\d+$/.test(text) ? `${text}s` : text);
  if (ms !== undefined && ms > 0) return ms / 1_000;
  throw new ConfigError("usage", `The timeout ${JSON.stringify(text)} is not a time.`, {
    hint: "Write seconds, or 90s, 5m, 1h.",
  });
}
