import { isJsonObject, type GateRequest, type JsonValue } from "@skein/protocol";
import { isShell } from "./covers-call.ts";
import type { CompiledRule } from "./permission-rule.ts";

/** The input with which a command asks to run outside the sandbox; its value says why. */
const input = "outside_sandbox";

/** Why a command is to run outside the sandbox, in the model's words; `undefined` when it is not to. */
export function reasonOutside(request: GateRequest): string | undefined {
  if (!isShell(request) || !isJsonObject(request.input)) return undefined;
  const said = request.input[input];
  // Some models fill in every input: an empty one asks for nothing.
  return typeof said === "string" && said.trim() !== "" ? said : undefined;
}

/** A call with any reason is the same call. */
export function withoutReason(request: GateRequest): JsonValue {
  if (reasonOutside(request) === undefined || !isJsonObject(request.input)) return request.input;
  return { ...request.input, [input]: true };
}

/**
 * The rules that have a say in a call. Those about commands outside the sandbox have none in it; and outside, one that
 * allows has to speak of just that: what may run in the sandbox may not for that reason run with all of the user's rights.
 */
export function applicableRules(
  rules: readonly CompiledRule[],
  request: GateRequest,
): readonly CompiledRule[] {
  const isOutside = reasonOutside(request) !== undefined;
  return rules.filter(({ rule: { verdict }, subject }) => {
    const speaksOfOutside = subject.kind === "shell" && subject.isOutside === true;
    return isOutside ? speaksOfOutside || verdict !== "allow" : !speaksOfOutside;
  });
}
