import { resolve } from "node:path";
import { providerErrorCodes, stopReasons, usageCounters } from "@skein/protocol";
import { plainValue } from "../../read/plain-value.ts";
import type { ScriptTurn, TestModel } from "../test-case.ts";
import {
  badValue,
  countOf,
  fieldsOf,
  listOf,
  missing,
  scalarText,
  wordOf,
  type Findings,
  type Part,
} from "./fields.ts";

const modelFields = ["turns", "script", "tape"] as const;
/** Of the scripts of `@skein/provider-replay`. */
const turnFields = ["text", "thinking", "calls", "stop", "usage", "error"];

/** @param folder - what its paths start from. */
export function modelOf(part: Part, folder: string, found: Findings): TestModel | undefined {
  const given = fieldsOf(part, modelFields, found);
  if (part.node.kind !== "map") return undefined;
  if (given.size !== 1 && part.node.entries.length === given.size) {
    found.add(badValue(part, [...given.keys()].join(", "), "Give exactly one of turns, script and tape."));
    return undefined;
  }
  const [turns, script, tape] = modelFields.map((name) => given.get(name));
  if (turns) return { turns: listOf(turns, found).map((turn) => turnOf(turn, found)) };
  const path = (script ?? tape) && scalarText((script ?? tape)!, found);
  if (path === undefined) return undefined;
  return script ? { script: resolve(folder, path) } : { tape: resolve(folder, path) };
}

function turnOf(part: Part, found: Findings): ScriptTurn {
  const given = fieldsOf(part, turnFields, found);
  if (part.node.kind !== "map") return {};
  const [text, thinking, calls, stop, usage, error] = turnFields.map((name) => given.get(name));
  for (const each of [text, thinking]) if (each) scalarText(each, found);
  for (const call of calls ? listOf(calls, found) : []) {
    const fields = fieldsOf(call, ["name", "input", "id", "child"], found);
    if (call.node.kind === "map" && !fields.has("name"))
      found.add(missing(call.at, call.path, "name", "Name the tool that the model calls."));
    const child = fields.get("child");
    if (child) for (const inner of listOf(child, found)) turnOf(inner, found);
  }
  if (stop) wordOf(stop, stopReasons, found);
  if (usage) for (const counter of fieldsOf(usage, usageCounters, found).values()) countOf(counter, found);
  if (error) checkError(error, found);
  return plainValue(part.node) as ScriptTurn;
}

function checkError(part: Part, found: Findings): void {
  const given = fieldsOf(part, ["code", "message", "retryable", "retryAfterMs"], found);
  const code = given.get("code");
  if (code) wordOf(code, providerErrorCodes, found);
  else if (part.node.kind === "map") found.add(missing(part.at, part.path, "code", "Name the error code."));
}
