import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { subagentCall, subagentTitle } from "@skein/session-view/text";
import { fileLines, lineDiff } from "@skein/terminal";

/** What a call is about to do, in a form that people read; recognised by its fields, whoever made the tool. */
export type CallInput =
  | { readonly kind: "command"; readonly command: string; readonly others: JsonObject }
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly before: string;
      readonly after: string;
      readonly others: JsonObject;
    }
  | { readonly kind: "write"; readonly path: string; readonly content: string; readonly others: JsonObject }
  | { readonly kind: "other"; readonly input: JsonValue };

export function callInput(input: JsonValue): CallInput {
  if (!isJsonObject(input)) return { kind: "other", input };
  const { command, path, old_text: before, new_text: after, content, ...others } = input;
  const given = Object.keys(input).length - Object.keys(others).length;
  if (typeof command === "string" && given === 1) return { kind: "command", command, others };
  if (typeof path !== "string") return { kind: "other", input };
  if (typeof before === "string" && typeof after === "string" && given === 3) {
    return { kind: "edit", path, before, after, others };
  }
  return typeof content === "string" && given === 2
    ? { kind: "write", path, content, others }
    : { kind: "other", input };
}

/** One line that names the call: the command, the path, or the fields. Foreign text, not yet clean. */
export function callTitle(input: JsonValue): string {
  const call = callInput(input);
  if (call.kind === "command") return call.command;
  if (call.kind === "edit" || call.kind === "write") return call.path;
  const { input: fields } = call;
  const subagent = subagentCall(fields);
  if (subagent) return subagentTitle(subagent);
  const values = isJsonObject(fields) ? Object.values(fields) : [];
  const [only] = values;
  if (values.length !== 1 || typeof only !== "string") return JSON.stringify(fields);
  return isJsonObject(fields) && "plan" in fields ? planTitle(only) : only;
}

/** The one file that a call is about. */
export function filePath(input: JsonValue): string | undefined {
  const path = isJsonObject(input) ? input["path"] : undefined;
  return typeof path === "string" && path !== "" ? path : undefined;
}

/** A plan stands above, where it was asked about. */
function planTitle(plan: string): string {
  return plan.trim().split("\n", 1)[0] ?? "";
}

/**
 * All of what will run, as lines: nothing of the input is left out. Lines of a change begin with ` `, `-` or `+`.
 *
 * @param contentNow - of the file that would be written; `undefined` when there is no such file.
 * @param preview - of an edit: its diff with line numbers.
 */
export function wholeInput(
  input: JsonValue,
  contentNow: string | undefined,
  preview?: string,
): { readonly lines: readonly string[]; readonly isChange: boolean } {
  const call = callInput(input);
  switch (call.kind) {
    case "command":
      return { lines: [...call.command.split("\n"), ...fieldLines(call.others)], isChange: false };
    case "edit":
      return {
        lines: [
          call.path,
          ...fieldLines(call.others),
          ...(preview?.split("\n") ?? lineDiff(call.before.split("\n"), call.after.split("\n"))),
        ],
        isChange: true,
      };
    case "write": {
      const state =
        contentNow === undefined ? "a new file" : contentNow === call.content ? "no change" : "replaced";
      const change = lineDiff(fileLines(contentNow ?? ""), fileLines(call.content));
      return { lines: [`${call.path} (${state})`, ...fieldLines(call.others), ...change], isChange: true };
    }
    case "other":
      return { lines: JSON.stringify(call.input, undefined, 2).split("\n"), isChange: false };
  }
}

function fieldLines(fields: JsonObject): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}
