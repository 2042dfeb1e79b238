import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { readHooks } from "@skein/hooks";
import type { Collector, FoundHook, Reason } from "../findings.ts";
import { holdsSecret } from "./hide-secrets.ts";
import { mapOf, readMap, nonEmptyText } from "./read-file.ts";
import type { Reading } from "./reading.ts";

/** Source: https://code.claude.com/docs/en/hooks. @param settings - those of the user. */
export async function readClaudeHooks(settings: JsonObject, file: string, reading: Reading): Promise<void> {
  const { folder, cwd, into } = reading;
  const isOff = settings["disableAllHooks"] === true;
  for (const hook of hooksIn(settings["hooks"], file)) {
    const why = isOff ? "disableAllHooks is set" : obstacle(hook);
    if (why === undefined) into.hook(hook);
    else into.leave("hooks", hook.said, why, file);
  }
  const ofProject: Reason = {
    why: "it belongs to this project",
    remedy: { do: "add-to-project", section: "hooks" },
  };
  for (const name of ["settings.json", "settings.local.json"]) {
    const own = join(cwd, ".claude", name);
    if (own !== file) await leaveHooksOf(own, ofProject, into);
  }
  for (const plugin of await pluginFolders(folder, into)) {
    const own = join(plugin, "hooks", "hooks.json");
    await leaveHooksOf(own, { why: "it belongs to a plugin: name this file under hookFiles" }, into);
  }
}

async function leaveHooksOf(file: string, reason: Reason, into: Collector): Promise<void> {
  const found = hooksIn((await readMap(file, "json", into))?.["hooks"], file);
  if (found.length > 0) into.leave("hooks", found.map(({ said }) => said).join("; "), reason, file);
}

/** One for each command, whatever else stands in its group. */
function hooksIn(value: JsonValue | undefined, file: string): readonly FoundHook[] {
  return Object.entries(mapOf(value)).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? (groups as readonly JsonValue[]) : []).flatMap((group) => {
      const { hooks, ...rest } = mapOf(group);
      return (Array.isArray(hooks) ? (hooks as readonly JsonValue[]) : []).map((hook) => {
        const { type, command, url } = mapOf(hook);
        const run = nonEmptyText(command) ?? nonEmptyText(url);
        const known = run ?? `of type ${nonEmptyText(type) ?? "?"}`;
        const what = textsOf(hook).some(holdsSecret) ? "a command with a key" : known;
        const matcher = nonEmptyText(rest["matcher"]);
        const said = `${event}${matcher === undefined || matcher === "" ? "" : ` ${matcher}`}: ${what}`;
        return { event, group: { ...rest, hooks: [hook] }, said, file };
      });
    }),
  );
}

/** Why Skein cannot obey it. */
function obstacle({ event, group }: FoundHook): string | undefined {
  const { problems } = readHooks({ [event]: [group] }, "imported");
  const [first] = problems;
  if (first) return first.message.replace(/\.$/, "");
  return textsOf(group).some(holdsSecret)
    ? "a key stands in it: name a variable in its place, and list that in allowedEnvVars"
    : undefined;
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  const inner: readonly JsonValue[] = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  return inner.flatMap(textsOf);
}

async function pluginFolders(folder: string, into: Collector): Promise<readonly string[]> {
  const file = join(folder, "plugins", "installed_plugins.json");
  const { plugins } = (await readMap(file, "json", into)) ?? {};
  return Object.values(mapOf(plugins)).flatMap((entry) =>
    (Array.isArray(entry) ? (entry as readonly JsonValue[]) : [entry]).flatMap(
      (one) => nonEmptyText(mapOf(one)["installPath"]) ?? [],
    ),
  );
}
