import type { JsonObject, JsonValue } from "@skein/protocol";
import { parseDuration } from "@skein/settings";
import type { FoundExtension } from "../findings.ts";
import { hideInAddress, hideInWords, secretHider } from "./hide-secrets.ts";

/** An MCP server as another program knows it. */
export interface RawServer {
  readonly name: string;
  readonly ruleName?: string;
  readonly file: string;
  readonly command?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: JsonObject;
  /** Variables that are passed on; with `isOptional` they may be missing. */
  readonly passed?: readonly { readonly name: string; readonly isOptional: boolean }[];
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: JsonObject;
  readonly isEnabled: boolean;
  /** Tools that are offered, and tools that are not; absent: all are. */
  readonly filter?: ToolFilter;
  readonly timeoutSeconds?: number | undefined;
  /** Turns the program's references to variables into ours; left out: it has none. */
  readonly translate?: (text: string) => string;
}

/** The server's own names. */
export interface ToolFilter {
  readonly tools: readonly string[];
  readonly excludeTools: readonly string[];
}

/** What Skein's calls may take without being told, in seconds. */
const usualSeconds = 300;

/** As Skein's config says it; secrets are taken out of it. */
export function foundExtension(raw: RawServer): FoundExtension {
  const { name, file, env = {}, headers = {}, timeoutSeconds } = raw;
  const hider = secretHider(name, file, raw.translate);
  const hidden = (values: JsonObject) =>
    Object.entries<JsonValue>(values).map(
      ([key, value]) => [key, hider.hide(key, plainText(value))] as const,
    );
  const passed = (raw.passed ?? []).map((one): readonly [string, string] => [
    one.name,
    one.isOptional ? `\${${one.name}:-}` : `\${${one.name}}`,
  ]);
  const shape =
    raw.url === undefined
      ? {
          command: hider.hide("command", raw.command ?? ""),
          ...listUnlessEmpty("args", hideInWords(raw.args ?? [], hider)),
          ...mapUnlessEmpty("env", [...hidden(env), ...passed]),
          ...(raw.cwd === undefined ? {} : { cwd: raw.cwd }),
        }
      : { url: hideInAddress(raw.url, hider), ...mapUnlessEmpty("headers", hidden(headers)) };
  const entry: JsonObject = {
    ...shape,
    ...(raw.isEnabled ? {} : { enabled: false }),
    ...timeoutOf(timeoutSeconds),
    ...listUnlessEmpty("tools", raw.filter?.tools ?? []),
    ...listUnlessEmpty("excludeTools", raw.filter?.excludeTools ?? []),
  };
  return { name, ruleName: raw.ruleName ?? name, entry, secrets: hider.secrets, file };
}

function timeoutOf(seconds: number | undefined): { readonly timeout?: string } {
  if (seconds === undefined || seconds === usualSeconds) return {};
  const timeout = Number.isInteger(seconds) ? `${seconds}s` : `${Math.ceil(seconds * 1000)}ms`;
  return (parseDuration(timeout) ?? 0) > 0 ? { timeout } : {};
}

function plainText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listUnlessEmpty(key: string, list: readonly string[]): JsonObject {
  return list.length === 0 ? {} : { [key]: [...list] };
}

function mapUnlessEmpty(key: string, entries: readonly (readonly [string, string])[]): JsonObject {
  return entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
}
