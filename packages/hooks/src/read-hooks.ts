import { isJsonObject, type JsonValue } from "@skein/protocol";
import { hookEventNames, preEvents, type HookEventName } from "./hook-events.ts";
import type { Hook, HookAction } from "./hook.ts";
import { readMatcher } from "./matcher.ts";

/** What is wrong with a declaration of hooks. */
export interface HookProblem {
  /** Where: `hooks.PreToolUse[0].hooks[1].timeout`. */
  readonly field: string;
  /** A sentence. */
  readonly message: string;
  readonly fix: string;
}

export interface ReadHooks {
  readonly hooks: readonly Hook[];
  readonly problems: readonly HookProblem[];
}

const defaultTimeoutSeconds = 60;
const longestTimeoutSeconds = 3600;
/** Says how something looks, and means nothing else. */
const ignoredFields = new Set(["statusMessage", "description"]);

/**
 * Reads what stands under `hooks` in settings, in the form of Claude Code: by event a list of `{ matcher, hooks }`, each
 * hook `{ type: "command", command, timeout }` or `{ type: "http", url, headers, timeout }`, timeouts in seconds (default
 * 60). Our own field `onFailure` (`deny` or `continue`) says what a hook that fails means; the default is `deny` for events
 * that can refuse something, and `continue` for all others.
 *
 * What cannot be obeyed is a problem; the other hooks are read all the same.
 */
export function readHooks(value: JsonValue | undefined, origin: string): ReadHooks {
  const hooks: Hook[] = [];
  const problems: HookProblem[] = [];
  const problem = (field: string, message: string, fix: string) => problems.push({ field, message, fix });
  if (value === undefined || value === null) return { hooks, problems };
  if (!isJsonObject(value)) {
    problem("hooks", "Expected a map of events.", "Write hooks: { PreToolUse: [ … ] }.");
    return { hooks, problems };
  }
  for (const [event, groups] of Object.entries(value)) {
    const field = `hooks.${event}`;
    if (!isEvent(event)) {
      problem(
        field,
        `There is no event ${JSON.stringify(event)}.`,
        `Use one of: ${hookEventNames.join(", ")}.`,
      );
      continue;
    }
    if (!Array.isArray(groups)) {
      problem(field, "Expected a list.", `Write ${event}: [{ matcher: "…", hooks: [ … ] }].`);
      continue;
    }
    groups.forEach((group, index) => {
      readGroup(group as JsonValue, { event, field: `${field}[${index}]`, origin, hooks, problem });
    });
  }
  return { hooks, problems };
}

interface GroupPlace {
  readonly event: HookEventName;
  readonly field: string;
  readonly origin: string;
  readonly hooks: Hook[];
  readonly problem: (field: string, message: string, fix: string) => unknown;
}

function readGroup(group: JsonValue, place: GroupPlace): void {
  const { event, field, origin, hooks, problem } = place;
  if (!isJsonObject(group) || !Array.isArray(group["hooks"])) {
    problem(
      field,
      "Expected a map with a list of hooks.",
      'Write { matcher: "shell", hooks: [{ type: "command", command: "…" }] }.',
    );
    return;
  }
  for (const name of Object.keys(group)) {
    if (name !== "matcher" && name !== "hooks")
      problem(`${field}.${name}`, "Unknown key.", "Use matcher and hooks.");
  }
  const text = group["matcher"] ?? "";
  const matcher = typeof text === "string" ? readMatcher(text) : "is not a text";
  if (typeof matcher === "string") {
    problem(
      `${field}.matcher`,
      `The matcher ${matcher}.`,
      "Give names separated by |, or a regular expression.",
    );
    return;
  }
  group["hooks"].forEach((one, index) => {
    const at = `${field}.hooks[${index}]`;
    const read = readHook(one as JsonValue, event, (name, message, fix) =>
      problem(name === "" ? at : `${at}.${name}`, message, fix),
    );
    if (read) hooks.push({ event, matcher, origin, ...read });
  });
}

type Complain = (field: string, message: string, fix: string) => unknown;

function readHook(
  value: JsonValue,
  event: HookEventName,
  complain: Complain,
): Pick<Hook, "action" | "timeoutMs" | "onFailure"> | undefined {
  if (!isJsonObject(value)) {
    complain("", "Expected a map.", 'Write { type: "command", command: "…" }.');
    return undefined;
  }
  const action = readAction(value, complain);
  const timeout = value["timeout"] ?? defaultTimeoutSeconds;
  if (typeof timeout !== "number" || !(timeout > 0) || timeout > longestTimeoutSeconds) {
    complain("timeout", "Not a time limit.", `Give seconds, at most ${longestTimeoutSeconds}.`);
    return undefined;
  }
  const canDeny = preEvents.has(event);
  const onFailure = value["onFailure"] ?? (canDeny ? "deny" : "continue");
  if (onFailure !== "deny" && onFailure !== "continue") {
    complain("onFailure", "Unknown word.", "Use deny or continue.");
    return undefined;
  }
  if (onFailure === "deny" && !canDeny) {
    complain("onFailure", `A hook on ${event} has nothing to deny.`, "Use continue, or leave it out.");
    return undefined;
  }
  return action && { action, timeoutMs: timeout * 1000, onFailure };
}

const commonFields = ["type", "timeout", "onFailure"];
const actionFields: Readonly<Record<string, readonly string[]>> = {
  command: ["command"],
  http: ["url", "headers"],
};

function readAction(value: Readonly<Record<string, JsonValue>>, complain: Complain): HookAction | undefined {
  const { type } = value;
  const own = typeof type === "string" && Object.hasOwn(actionFields, type) ? actionFields[type] : undefined;
  if (!own) {
    complain("type", `There is no hook of type ${JSON.stringify(type ?? null)}.`, "Use command or http.");
    return undefined;
  }
  const unknown = Object.keys(value).filter(
    (name) => !commonFields.includes(name) && !own.includes(name) && !ignoredFields.has(name),
  );
  for (const name of unknown) {
    complain(
      name,
      `A ${type as string} hook has no field ${name}.`,
      `Remove it, or use one of: ${[...own, ...commonFields].join(", ")}.`,
    );
  }
  if (unknown.length > 0) return undefined;
  return type === "command" ? readCommand(value, complain) : readHttp(value, complain);
}

function readCommand(value: Readonly<Record<string, JsonValue>>, complain: Complain): HookAction | undefined {
  const { command } = value;
  if (typeof command === "string" && command.trim() !== "" && !command.includes("\0"))
    return { type: "command", command };
  complain("command", "Expected a command.", "Give the text that the shell runs.");
  return undefined;
}

function readHttp(value: Readonly<Record<string, JsonValue>>, complain: Complain): HookAction | undefined {
  const { url, headers = {} } = value;
  if (typeof url !== "string" || !/^https?:\/\/[^@\s]+$/.test(url) || !URL.canParse(url)) {
    complain("url", "Expected an address.", "Give an http or https address without a password.");
    return undefined;
  }
  if (!isJsonObject(headers) || !Object.values(headers).every((one) => typeof one === "string")) {
    complain("headers", "Expected a map of texts.", 'Write headers: { authorization: "Bearer ${TOKEN}" }.');
    return undefined;
  }
  return { type: "http", url, headers: headers as Readonly<Record<string, string>> };
}

function isEvent(name: string): name is HookEventName {
  return hookEventNames.some((one) => one === name);
}
