import { isJsonObject, type JsonObject } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import type { EffectiveSettings } from "./effective-settings.ts";
import { userEntries } from "./user-entries.ts";

/** Which language servers may be started in a project. Their commands are the user's own: a project names none. */
export async function diagnosticsWishes(
  machine: Machine,
  { values, project }: EffectiveSettings,
): Promise<AgentSettings["diagnostics"]> {
  const { diagnostics, diagnosticsTimeoutMs } = values;
  if (diagnostics === "off") return undefined;
  const found = (await userEntries(machine)).filter(({ key }) => key === "languageServers");
  const servers = found
    .flatMap(({ value }) => (isJsonObject(value) ? Object.entries(value) : []))
    .flatMap(([name, entry]) => (isJsonObject(entry) ? [serverOf(name, entry)] : []));
  return {
    mayRunProject: project.trust === "trusted" || (diagnostics === "on" && project.trust !== "restricted"),
    timeoutMs: diagnosticsTimeoutMs,
    servers,
  };
}

type LanguageServer = NonNullable<NonNullable<AgentSettings["diagnostics"]>["servers"]>[number];

/** One that is not enabled has no languages, and so takes the place of the known one of its name. */
function serverOf(name: string, entry: JsonObject): LanguageServer {
  const {
    command,
    args = [],
    extensions = [],
    enabled,
  } = entry as {
    readonly command?: string;
    readonly args?: readonly string[];
    readonly extensions?: readonly string[];
    readonly enabled?: boolean;
  };
  const isOn = enabled !== false && command !== undefined;
  const endings = extensions.map((each) => [each.replace(/^\./, "").toLowerCase(), name] as const);
  return {
    name,
    commands: isOn ? [[command, ...args]] : [],
    languages: isOn ? Object.fromEntries(endings) : {},
    runsProject: false,
  };
}
