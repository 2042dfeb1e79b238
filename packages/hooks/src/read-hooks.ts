import { isJsonObject, type JsonValue } from "@skein/protocol";
import { hookEventNames, type HookEventName } from "./hook-events.ts";
import type { Hook } from "./hook.ts";
import type { Complain, HookProblem } from "./hook-problem.ts";
import { readMatcher } from "./matcher.ts";
import { readHook } from "./read-hook.ts";

export interface ReadHooks {
  readonly hooks: readonly Hook[];
  readonly problems: readonly HookProblem[];
}

/**
 * Reads what stands under `hooks` in settings, in the form of Claude Code: by event a list of `{ matcher, hooks }`, each
 * hook `{ type: "command", command, timeout }` or `{ type: "http", url, headers, timeout }`, timeouts in seconds (default
 * 600). `allowedEnvVars` names variables that a hook gets besides. Our own field `onFailure` (`deny` or `continue`) says what
 * a hook that fails means; the default is `deny` for events that can refuse something, and `continue` for all others.
 *
 * What cannot be obeyed is a problem; the other hooks are read all the same.
 *
 * @param origin - for people: a file, or `code`. A function gets the path of the hook below `hooks`.
 */
export function readHooks(
  value: JsonValue | undefined,
  origin: string | ((path: HookProblem["path"]) => string),
): ReadHooks {
  const hooks: Hook[] = [];
  const problems: HookProblem[] = [];
  const complain: Complain = (path, message, fix) =>
    void problems.push({ path, field: fieldOf(path), message, fix });
  const originOf = typeof origin === "string" ? () => origin : origin;
  if (value === undefined || value === null) return { hooks, problems };
  if (!isJsonObject(value)) {
    complain([], "Expected a map of events.", "Write hooks: { PreToolUse: [ … ] }.");
    return { hooks, problems };
  }
  for (const [event, groups] of Object.entries(value)) {
    if (!isEvent(event)) {
      const known = hookEventNames.join(", ");
      complain([event], `There is no event ${JSON.stringify(event)}.`, `Use one of: ${known}.`);
    } else if (!Array.isArray(groups)) {
      complain([event], "Expected a list.", `Write ${event}: [{ matcher: "…", hooks: [ … ] }].`);
    } else {
      groups.forEach((group, index) => {
        const at = [event, index];
        const below: Complain = (path, message, fix) => complain([...at, ...path], message, fix);
        for (const { hook, path } of readGroup(group as JsonValue, event, below))
          hooks.push({ ...hook, origin: originOf([...at, ...path]) });
      });
    }
  }
  return { hooks, problems };
}

interface FoundHook {
  readonly hook: Omit<Hook, "origin">;
  readonly path: HookProblem["path"];
}

function readGroup(group: JsonValue, event: HookEventName, complain: Complain): readonly FoundHook[] {
  if (!isJsonObject(group) || !Array.isArray(group["hooks"])) {
    const fix = 'Write { matcher: "shell", hooks: [{ type: "command", command: "…" }] }.';
    complain([], "Expected a map with a list of hooks.", fix);
    return [];
  }
  for (const name of Object.keys(group)) {
    if (name !== "matcher" && name !== "hooks")
      complain([name], `Unknown key ${JSON.stringify(name)}.`, "Use matcher and hooks.");
  }
  const text = group["matcher"] ?? "";
  const matcher = typeof text === "string" ? readMatcher(text) : "is not a text";
  if (typeof matcher === "string") {
    const fix = "Give names separated by |, or a regular expression.";
    complain(["matcher"], `The matcher ${matcher}.`, fix);
    return [];
  }
  return group["hooks"].flatMap((one: JsonValue, index) => {
    const path = ["hooks", index];
    const read = readHook(one, event, (below, message, fix) => complain([...path, ...below], message, fix));
    return read ? [{ hook: { event, matcher, ...read }, path }] : [];
  });
}

function fieldOf(path: HookProblem["path"]): string {
  return `hooks${path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("")}`;
}

function isEvent(name: string): name is HookEventName {
  return hookEventNames.some((one) => one === name);
}
