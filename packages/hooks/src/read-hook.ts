import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { preEvents, type HookEventName } from "./hook-events.ts";
import type { Hook, HookAction } from "./hook.ts";
import type { Complain } from "./hook-problem.ts";
import { headerReference } from "./running/post-event.ts";

const defaultTimeoutSeconds = 600;
const longestTimeoutSeconds = 3600;
/** Says how something looks, and means nothing else. */
const ignoredFields = new Set(["statusMessage", "description"]);

const commonFields = ["type", "timeout", "onFailure", "allowedEnvVars"];
const actionFields: Readonly<Record<string, readonly string[]>> = {
  command: ["command"],
  http: ["url", "headers"],
};

type OneHook = Pick<Hook, "action" | "timeoutMs" | "onFailure" | "variables">;

/** One hook of a list; `undefined` when it cannot be obeyed. */
export function readHook(value: JsonValue, event: HookEventName, complain: Complain): OneHook | undefined {
  if (!isJsonObject(value)) {
    complain([], "Expected a map.", 'Write { type: "command", command: "…" }.');
    return undefined;
  }
  const action = readAction(value, complain);
  const timeout = value["timeout"] ?? defaultTimeoutSeconds;
  if (typeof timeout !== "number" || !(timeout > 0) || timeout > longestTimeoutSeconds) {
    complain(["timeout"], "Not a time limit.", `Give seconds, at most ${longestTimeoutSeconds}.`);
    return undefined;
  }
  const onFailure = readOnFailure(value, event, complain);
  const variables = readVariables(value, complain);
  if (!action || !onFailure || !variables || !namesVariables(action, variables, complain)) return undefined;
  return { action, timeoutMs: timeout * 1000, onFailure, variables };
}

function readOnFailure(
  value: JsonObject,
  event: HookEventName,
  complain: Complain,
): Hook["onFailure"] | undefined {
  const canDeny = preEvents.has(event);
  const onFailure = value["onFailure"] ?? (canDeny ? "deny" : "continue");
  if (onFailure !== "deny" && onFailure !== "continue") {
    complain(["onFailure"], "Unknown word.", "Use deny or continue.");
    return undefined;
  }
  if (onFailure === "deny" && !canDeny) {
    complain(["onFailure"], `A hook on ${event} has nothing to deny.`, "Use continue, or leave it out.");
    return undefined;
  }
  return onFailure;
}

function readVariables(value: JsonObject, complain: Complain): readonly string[] | undefined {
  const listed = value["allowedEnvVars"] ?? [];
  const isName = (one: JsonValue): one is string => typeof one === "string" && /^[A-Za-z_]\w*$/.test(one);
  if (Array.isArray(listed) && listed.every(isName)) return listed;
  complain(["allowedEnvVars"], "Expected a list of names.", "Write allowedEnvVars: [API_TOKEN].");
  return undefined;
}

function namesVariables(action: HookAction, variables: readonly string[], complain: Complain): boolean {
  if (action.type !== "http") return true;
  const missing = Object.entries(action.headers).flatMap(([header, text]) =>
    [...text.matchAll(headerReference)]
      .map(([, braced, plain]) => braced ?? plain ?? "")
      .filter((name) => !variables.includes(name))
      .map((name) => ({ header, name })),
  );
  for (const { header, name } of missing)
    complain(
      ["headers", header],
      `It refers to ${name}, which allowedEnvVars does not list.`,
      `Add allowedEnvVars: [${name}].`,
    );
  return missing.length === 0;
}

function readAction(value: JsonObject, complain: Complain): HookAction | undefined {
  const { type } = value;
  const own = typeof type === "string" && Object.hasOwn(actionFields, type) ? actionFields[type] : undefined;
  if (!own) {
    complain(["type"], `There is no hook of type ${JSON.stringify(type ?? null)}.`, "Use command or http.");
    return undefined;
  }
  const unknown = Object.keys(value).filter(
    (name) => !commonFields.includes(name) && !own.includes(name) && !ignoredFields.has(name),
  );
  for (const name of unknown) {
    complain(
      [name],
      `A ${type as string} hook has no field ${name}.`,
      `Remove it, or use one of: ${[...own, ...commonFields].join(", ")}.`,
    );
  }
  if (unknown.length > 0) return undefined;
  return type === "command" ? readCommand(value, complain) : readHttp(value, complain);
}

function readCommand({ command }: JsonObject, complain: Complain): HookAction | undefined {
  if (typeof command === "string" && command.trim() !== "" && !command.includes("\0"))
    return { type: "command", command };
  complain(["command"], "Expected a command.", "Give the text that the shell runs.");
  return undefined;
}

function readHttp({ url, headers = {} }: JsonObject, complain: Complain): HookAction | undefined {
  if (typeof url !== "string" || !/^https?:\/\/[^@\s]+$/.test(url) || !URL.canParse(url)) {
    complain(["url"], "Expected an address.", "Give an http or https address without a password.");
    return undefined;
  }
  if (!isJsonObject(headers) || !Object.values(headers).every((one) => typeof one === "string")) {
    complain(["headers"], "Expected a map of texts.", 'Write headers: { authorization: "Bearer ${TOKEN}" }.');
    return undefined;
  }
  return { type: "http", url, headers: headers as Readonly<Record<string, string>> };
}
