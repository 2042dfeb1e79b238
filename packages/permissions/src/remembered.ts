import { parseRule } from "./rules/parse-rule.ts";
import { withoutReason } from "./rules/outside-sandbox.ts";
import { isJsonObject, type Effect, type GateRequest, type JsonValue } from "@skein/protocol";

/** A person's answer, kept for later calls: what it covers is exactly what is written here. */
export interface RememberedAnswer {
  readonly tool: string;
  readonly extension: string;
  readonly effect: Effect;
  /** Set for calls that run something or touch guarded files: then only the same input in the same folder is covered. */
  readonly call?: { readonly input: JsonValue; readonly cwd: string };
  /** Of a command, beside `call`: rules that allow its parts in the same folder. */
  readonly rules?: readonly string[];
}

/** Where answers with the scope `always` are kept. */
export interface RememberedStore {
  load(): Promise<readonly RememberedAnswer[]>;
  /** Replaces what is there. */
  save(answers: readonly RememberedAnswer[]): Promise<void>;
}

/**
 * A whole tool is never remembered when its calls run commands: what they do is in their input. Neither is it when the
 * call touches guarded files.
 */
export function answerFor(request: GateRequest, isGuarded: boolean): RememberedAnswer {
  const { tool, extension, effect, cwd } = request;
  const head = { tool, extension, effect };
  return effect === "runs" || isGuarded ? { ...head, call: { input: withoutReason(request), cwd } } : head;
}

/** The rules that answers have added for calls like this one. */
export function rulesFrom(
  answers: readonly RememberedAnswer[],
  { tool, extension, cwd }: GateRequest,
): readonly string[] {
  return answers
    .filter((one) => one.tool === tool && one.extension === extension && one.call?.cwd === cwd)
    .flatMap(({ rules = [] }) => rules)
    .map(narrowed);
}

/** An answer of an earlier version covered any options: of those, it covers what is known. */
function narrowed(rule: string): string {
  const known = rule.replace(/ \*\)$/, " [known])");
  return "problem" in parseRule(known) ? rule : known;
}

export function isRemembered(answers: readonly RememberedAnswer[], wanted: RememberedAnswer): boolean {
  return answers.some((answer) => isSame(answer, wanted));
}

/** An answer without `call` covers no call that runs something, however it came into the store. */
export function isSame(one: RememberedAnswer, other: RememberedAnswer): boolean {
  return (
    one.tool === other.tool &&
    one.extension === other.extension &&
    one.effect === other.effect &&
    one.call?.cwd === other.call?.cwd &&
    canonical(one.call?.input) === canonical(other.call?.input)
  );
}

/** JSON with sorted keys, so that their order does not matter. */
function canonical(value: JsonValue | undefined): string | undefined {
  return JSON.stringify(value, (_, part: JsonValue) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
