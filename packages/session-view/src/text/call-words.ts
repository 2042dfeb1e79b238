import type { JsonValue } from "@skein/protocol";
import { subagentCall, subagentTitle } from "./subagent-call.ts";

/**
 * What a call is about, in one line: a single string speaks for itself, like a command, a subagent has its task, and
 * anything else is shown as JSON. Foreign text, not yet clean.
 */
export function callWords(input: JsonValue): string {
  const subagent = subagentCall(input);
  const fields = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [only] = fields;
  const text = subagent
    ? subagentTitle(subagent)
    : fields.length === 1 && typeof only === "string"
      ? only
      : JSON.stringify(input);
  const [first = "", ...more] = text.split("\n");
  const head = first.length > 200 ? `${first.slice(0, 200)}…` : first;
  return more.length === 0 ? head : `${head} … (${more.length + 1} lines)`;
}
