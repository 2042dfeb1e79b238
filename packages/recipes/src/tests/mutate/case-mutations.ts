import { isJsonObject, type JsonObject, type JsonValue, objectsIn } from "@skein/protocol";
import type { ScriptTurn, TestCase } from "../test-case.ts";

/** A case whose run is to go differently. */
export interface CaseMutation {
  /** What is different, in words: `turn 1 does not call write_file`. */
  readonly what: string;
  readonly test: TestCase;
}

/**
 * Runs that do less than this one: a call that is not made, or made without its input, a field of the result that is
 * not handed over, another answer, a file that is not there. What stands in the files of scripts and tapes stays.
 */
export function caseMutations(test: TestCase): readonly CaseMutation[] {
  const turns = "turns" in test.model ? test.model.turns : [];
  const withTurn = (at: number, turn: ScriptTurn | undefined): TestCase => ({
    ...test,
    model: { turns: turns.flatMap((each, index) => (index !== at ? [each] : turn ? [turn] : [])) },
  });
  return [
    ...turns.flatMap((turn, at) =>
      turnMutations(turn).map((mutation) => ({
        what: `turn ${at + 1} ${mutation.what}`,
        test: withTurn(at, mutation.turn),
      })),
    ),
    ...Object.keys(test.files).map((path) => {
      const { [path]: _, ...files } = test.files;
      return { what: `the file ${path} is missing at the start`, test: { ...test, files } };
    }),
  ];
}

interface TurnMutation {
  readonly what: string;
  /** Absent: there is no such turn. */
  readonly turn?: ScriptTurn;
}

function turnMutations(turn: ScriptTurn): readonly TurnMutation[] {
  const calls = callsOf(turn);
  return [
    ...calls.flatMap((call, at) => [
      withoutCall(turn, at),
      ...inputMutations(call).map(({ what, input }) => ({
        what,
        turn: withCall(turn, at, { ...call, input }),
      })),
      ...childMutations(call).map(({ what, child }) => ({
        what: `of call ${at + 1}, ${what}`,
        turn: withCall(turn, at, { ...call, child }),
      })),
    ]),
    ...(calls.length === 0 && typeof turn["text"] === "string" && turn["text"] !== "-"
      ? [{ what: "gives another answer", turn: { ...turn, text: "-" } }]
      : []),
  ];
}

function withoutCall(turn: ScriptTurn, at: number): TurnMutation {
  const calls = callsOf(turn);
  const left = calls.filter((_, index) => index !== at);
  const { calls: _, ...rest } = turn;
  const what = `does not call ${nameOf(calls[at])}`;
  if (left.length > 0) return { what, turn: withCalls(turn, left) };
  // With its last call, a turn would be the answer, and what comes behind it would not be asked for.
  return rest["text"] === undefined || "stop" in rest ? { what } : { what, turn: rest };
}

function inputMutations(call: JsonObject): readonly { readonly what: string; readonly input: JsonValue }[] {
  const { input } = call;
  if (!isJsonObject(input)) return [];
  const name = nameOf(call);
  if (name !== "final_output") {
    return Object.keys(input).length === 0 ? [] : [{ what: `calls ${name} without its input`, input: {} }];
  }
  return fieldsIn(input).map(({ path, without }) => ({ what: `passes no ${path}`, input: without }));
}

/** The subagent that a call starts does less. */
function childMutations(
  call: JsonObject,
): readonly { readonly what: string; readonly child: readonly ScriptTurn[] }[] {
  const turns = objectsIn(call["child"]);
  return turns.flatMap((turn, at) =>
    turnMutations(turn).map((mutation) => ({
      what: `turn ${at + 1} ${mutation.what}`,
      child: turns.flatMap((each, index) => (index !== at ? [each] : mutation.turn ? [mutation.turn] : [])),
    })),
  );
}

/** Each field of an object and of the objects in it, with the object that lacks it. */
function fieldsIn(value: JsonObject): readonly { readonly path: string; readonly without: JsonObject }[] {
  return Object.keys(value).flatMap((key) => {
    const { [key]: inner, ...without } = value;
    const deeper = isJsonObject(inner) ? fieldsIn(inner) : [];
    return [
      { path: key, without },
      ...deeper.map((each) => ({ path: `${key}.${each.path}`, without: { ...value, [key]: each.without } })),
    ];
  });
}

function callsOf(turn: ScriptTurn): readonly JsonObject[] {
  return objectsIn(turn["calls"]);
}
function withCall(turn: ScriptTurn, at: number, call: JsonObject): ScriptTurn {
  return withCalls(
    turn,
    callsOf(turn).map((each, index) => (index === at ? call : each)),
  );
}

function withCalls(turn: ScriptTurn, calls: readonly JsonObject[]): ScriptTurn {
  return { ...turn, calls };
}

function nameOf(call: JsonObject | undefined): string {
  return typeof call?.["name"] === "string" ? call["name"] : "a tool";
}
