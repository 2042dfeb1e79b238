import { isAbsolute, resolve } from "node:path";
import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import type { McpSettings } from "@skein/runtime";
import { describeOrigin, fields, isLoaderVariable, type ResolvedSettings } from "@skein/settings";
import { fillReferences, referencesIn } from "./references.ts";
import { isAddress } from "./address.ts";
import { extensionsKey } from "./user-entries.ts";

/** An MCP server as a config file says it; its texts may hold references such as `${NAME}`. */
export interface ConfigExtension {
  readonly name: string;
  readonly entry: JsonObject;
  readonly isEnabled: boolean;
  readonly isOfProject: boolean;
  /** `file:line:column` of the map it stands in. */
  readonly place: string;
}

const example = `Write it like this; names have letters, digits, _ and -:
${extensionsKey}:
  some-server:
    command: npx
    args: [-y, some-server]
    env: { API_TOKEN: "\${API_TOKEN}" }
  other-server:
    url: https://example.com/mcp`;

export const extensionNamePattern = /^[A-Za-z0-9_-]{1,48}$/;

/** Names of built-in extensions, which rules and flags know by them. All are on unless the user says otherwise. */
export const builtinNames = ["developer", "todo", "subagents", "recall"];

/** The same, and those that are off unless a flag asks for them: no server may be called like one. */
export const reservedNames = [...builtinNames, "schedules"];

/**
 * The MCP servers under `extensions`, by name. The user's own files beat a project's: a project can add servers, once
 * it is trusted, and takes the place of none.
 *
 * Throws `ConfigError` with the place of what cannot be used.
 */
export function configExtensions(others: ResolvedSettings["others"]): readonly ConfigExtension[] {
  const found = new Map<string, ConfigExtension>();
  const ofUser = others.filter(({ origin }) => origin.layer !== "project");
  const ofProject = others.filter(({ origin }) => origin.layer === "project");
  for (const { key, value, origin } of [...ofUser, ...ofProject]) {
    if (key !== extensionsKey || value === null) continue;
    const place = describeOrigin(origin);
    const fault = (what: string, hint = example) => new ConfigError("usage", `${place}: ${what}.`, { hint });
    if (!isJsonObject(value)) throw fault(`${key} must be a map of servers`);
    for (const [name, entry] of Object.entries<JsonValue>(value)) {
      const problem = nameProblem(name) ?? entryProblem(entry);
      if (problem !== undefined) throw fault(`${key}.${name} ${problem}`);
      const server = entry as JsonObject;
      const isOfProject = origin.layer === "project";
      if (isOfProject) refuseLoaders(server, (what) => fault(`${key}.${name} ${what}`, ownHint));
      if (found.has(name)) continue;
      found.set(name, { name, entry: server, isEnabled: server["enabled"] !== false, isOfProject, place });
    }
  }
  return [...found.values()];
}

function nameProblem(name: string): string | undefined {
  if (reservedNames.includes(name)) return "is the name of a built-in extension";
  return extensionNamePattern.test(name) ? undefined : "is no name for a server";
}

const known = ["command", "args", "env", "cwd", "url", "headers", "enabled", "timeout"];

/** What an entry lacks to be one, after its name; `undefined` when it is. */
export function entryProblem(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return "must be a map";
  const strange = Object.keys(entry).find((name) => !known.includes(name));
  if (strange !== undefined) return `knows no "${strange}"`;
  const { command, args = [], env = {}, cwd, url, headers = {}, enabled = true, timeout } = entry;
  if ((command === undefined) === (url === undefined)) return "needs a command or a url, and not both";
  for (const [name, value] of Object.entries({ command, cwd, url })) {
    const isText = typeof value === "string" && value.trim() !== "";
    if (value !== undefined && !isText) return `has a ${name} that is not text`;
  }
  if (!Array.isArray(args) || !args.every((word) => typeof word === "string"))
    return "has args that are not a list of texts";
  if (!isMapOfTexts(env)) return "has an env that is not a map of texts";
  if (!isMapOfTexts(headers)) return "has headers that are not a map of texts";
  if (typeof enabled !== "boolean") return "has an enabled that is neither true nor false";
  if (timeout === undefined) return undefined;
  const parsed = fields.maxTimeMs.parse(timeout);
  return "fix" in parsed ? "has a timeout that is not a time like 90s or 10m" : undefined;
}

function isMapOfTexts(value: JsonValue): boolean {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}

const ownHint = "Put it into your own config.yaml if you want it: a project may not.";

function refuseLoaders({ env = {} }: JsonObject, fault: (what: string) => ConfigError): void {
  const refused = Object.keys(env as JsonObject).find(isLoaderVariable);
  if (refused !== undefined) throw fault(`sets ${refused}, which no project may`);
}

export interface ReadyServers {
  readonly servers: readonly McpSettings[];
  /** Sentences for the user: servers that are left out, and why. */
  readonly warnings: readonly string[];
}

/**
 * The servers that are on, their references filled. One whose reference leads nowhere is left out.
 *
 * @param lookUp - the value of a name. @param cwd - absolute; where commands start that name no folder.
 */
export async function readyServers(
  extensions: readonly ConfigExtension[],
  cwd: string,
  lookUp: (name: string, extension: ConfigExtension) => Promise<string | undefined>,
): Promise<ReadyServers> {
  const servers: McpSettings[] = [];
  const warnings: string[] = [];
  for (const extension of extensions) {
    if (!extension.isEnabled) continue;
    const values = new Map<string, string>();
    const missing: string[] = [];
    for (const { name, fallback } of referencesIn(extension.entry)) {
      const value = (await lookUp(name, extension)) ?? fallback;
      if (value === undefined) missing.push(name);
      else values.set(name, value);
    }
    if (missing.length > 0) {
      warnings.push(leftOut(extension, missing));
      continue;
    }
    const settings = settingsOf(extension, cwd, values);
    if (!("url" in settings) || isAddress(settings.url)) servers.push(settings);
    else
      warnings.push(
        `${extension.place}: the extension ${extension.name} is left out: its url is not an http or https address without a password.`,
      );
  }
  return { servers, warnings };
}

function leftOut({ name, place }: ConfigExtension, missing: readonly string[]): string {
  const names = missing.join(" and ");
  const verb = missing.length === 1 ? "is" : "are";
  return `${place}: the extension ${name} is left out: ${names} ${verb} neither in the environment nor kept. Set it, or take the extension out.`;
}

function settingsOf(
  { name, entry }: ConfigExtension,
  cwd: string,
  values: ReadonlyMap<string, string>,
): McpSettings {
  const filled = fillReferences(entry, values) as JsonObject;
  const parsed = filled["timeout"] === undefined ? undefined : fields.maxTimeMs.parse(filled["timeout"]);
  const timeoutMs = parsed && "value" in parsed ? { timeoutMs: parsed.value } : {};
  if (typeof filled["url"] === "string") {
    const headers = (filled["headers"] ?? {}) as Record<string, string>;
    return { name, url: filled["url"], headers, ...timeoutMs };
  }
  const folder = filled["cwd"] as string | undefined;
  return {
    name,
    command: filled["command"] as string,
    args: (filled["args"] ?? []) as string[],
    env: (filled["env"] ?? {}) as Record<string, string>,
    cwd: folder === undefined ? cwd : isAbsolute(folder) ? folder : resolve(cwd, folder),
    ...timeoutMs,
  };
}
