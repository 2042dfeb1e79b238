import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import type { JsonObject, JsonValue } from "@skein/protocol";
import type { McpLogin, McpSettings } from "@skein/extensions";
import {
  describeOrigin,
  extensionEntry,
  settingFields,
  isServiceUrl,
  type SettingsSection,
} from "@skein/settings";
import { fillReferences, referencesIn } from "./references.ts";
import { userFirst } from "./user-first.ts";

/** An MCP server as a config file says it; its texts may hold references such as `${NAME}`. */
export interface ConfigExtension {
  readonly name: string;
  readonly entry: JsonObject;
  readonly isEnabled: boolean;
  readonly isOfProject: boolean;
  /** `file:line:column` of the map it stands in. */
  readonly place: string;
  readonly file: string;
  /** What stands for it among the pins: the same name in two projects may be two servers. */
  readonly pinKey: string;
}

/**
 * The MCP servers under `extensions`, by name. The user's own files beat a project's: a project can add servers, once
 * it is trusted, and takes the place of none.
 */
export function configExtensions(sections: readonly SettingsSection[]): readonly ConfigExtension[] {
  const found = new Map<string, ConfigExtension>();
  for (const { key, value, origin } of userFirst(sections)) {
    if (key !== "extensions") continue;
    const isOfProject = origin.layer === "project";
    const place = describeOrigin(origin);
    for (const [name, entry] of Object.entries(value as Readonly<Record<string, JsonObject>>)) {
      if (!found.has(name))
        found.set(name, {
          name,
          entry,
          isEnabled: entry["enabled"] !== false,
          isOfProject,
          place,
          file: origin.name,
          pinKey: pinKeyIn(name, isOfProject ? origin.name : undefined),
        });
    }
  }
  return [...found.values()];
}

/** @param file - the project's; absent: it is the user's own. */
export function pinKeyIn(name: string, file: string | undefined): string {
  return file === undefined ? name : `${name}.${shortHash(file)}`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** What is wrong with an entry; `undefined` when it can be used. */
export function entryProblem(entry: JsonValue): string | undefined {
  return extensionEntry.problems(entry, ["it"])[0]?.message.replace(/\.$/, "");
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
    if (!("url" in settings) || isServiceUrl(settings.url)) servers.push(settings);
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
  { name, entry, pinKey }: ConfigExtension,
  cwd: string,
  values: ReadonlyMap<string, string>,
): McpSettings {
  const filled = fillReferences(entry, values) as JsonObject;
  const parsed =
    filled["timeout"] === undefined ? undefined : settingFields.maxTimeMs.parse(filled["timeout"]);
  const common = {
    name,
    pinKey,
    tools: filled["tools"] as string[] | undefined,
    excludeTools: filled["excludeTools"] as string[] | undefined,
    newTools: filled["newTools"] as McpSettings["newTools"],
    ...(parsed && "value" in parsed ? { timeoutMs: parsed.value } : {}),
  };
  if (typeof filled["url"] === "string") {
    const headers = (filled["headers"] ?? {}) as Record<string, string>;
    const login = (filled["login"] ?? {}) as McpLogin;
    const at = filled["socket"];
    const socket = typeof at === "string" ? { socket: at.startsWith("@") ? at : resolve(cwd, at) } : {};
    return { ...common, url: filled["url"], ...socket, headers, login };
  }
  const folder = filled["cwd"] as string | undefined;
  return {
    ...common,
    command: filled["command"] as string,
    args: (filled["args"] ?? []) as string[],
    env: (filled["env"] ?? {}) as Record<string, string>,
    cwd: folder === undefined ? cwd : isAbsolute(folder) ? folder : resolve(cwd, folder),
  };
}
