import { readFile } from "node:fs/promises";
import {
  ConfigError,
  isJsonObject,
  messageOf,
  ProviderError,
  providerErrorCodes,
  stopReasons,
  usageCounters,
} from "@skein/protocol";
import type { AssistantPart, JsonObject, JsonValue, Usage } from "@skein/protocol";
import type { ScriptedAnswer } from "./scripted-model.ts";

/** A script as it stands in a file. */
export interface Script {
  readonly turns: readonly ScriptedAnswer[];
  readonly deltaSize?: number;
  readonly delayMs?: number;
}

const example =
  '{ "turns": [ { "text": "Hello", "calls": [ { "name": "shell", "input": { "command": "ls" } } ] }, { "text": "Done" } ] }';

/** Throws `ConfigError`: `unreadable` when there is no such file, `usage` when it is not a script; both say where. */
export async function readScript(path: string): Promise<Script> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError("unreadable", `The script ${path} cannot be read: ${messageOf(error)}.`, {
      hint: `With the provider replay, the model is the path of a script such as ${example}`,
      cause: error,
    });
  });
  return parseScript(text, path);
}

/** @param name - what errors call the script: its path. */
function parseScript(text: string, name: string): Script {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(name, "", `is not JSON: ${messageOf(error)}`);
  }
  const reader = createReader(name);
  const script = reader.object(value, "", ["turns", "deltaSize", "delayMs"]);
  const turns = reader.list(script["turns"], "turns");
  return {
    turns: turns.map((turn, at) => answerOf(reader, turn, at)),
    ...reader.optional("deltaSize", script["deltaSize"], reader.count),
    ...reader.optional("delayMs", script["delayMs"], reader.count),
  };
}

function answerOf(reader: Reader, value: JsonValue, at: number): ScriptedAnswer {
  const path = `turns[${at}]`;
  const turn = reader.object(value, path, ["text", "thinking", "calls", "stop", "usage", "error"]);
  if (turn["error"] !== undefined) return errorOf(reader, turn["error"], `${path}.error`);
  const calls = turn["calls"] === undefined ? [] : reader.list(turn["calls"], `${path}.calls`);
  const content: AssistantPart[] = [
    ...textPart(reader, "thinking", turn, path),
    ...textPart(reader, "text", turn, path),
    ...calls.map((call, index) =>
      callOf(reader, call, { path: `${path}.calls[${index}]`, id: `call_${at + 1}_${index + 1}` }),
    ),
  ];
  return {
    content,
    ...reader.optional("stop", turn["stop"], (stop) => reader.word(stop, `${path}.stop`, stopReasons)),
    ...reader.optional("usage", turn["usage"], (usage) => usageOf(reader, usage, `${path}.usage`)),
  };
}

function textPart(
  reader: Reader,
  type: "text" | "thinking",
  turn: JsonObject,
  path: string,
): AssistantPart[] {
  return turn[type] === undefined ? [] : [{ type, text: reader.text(turn[type], `${path}.${type}`) }];
}

function callOf(reader: Reader, value: JsonValue, { path, id }: { path: string; id: string }): AssistantPart {
  const call = reader.object(value, path, ["id", "name", "input"]);
  return {
    type: "tool-call",
    id: call["id"] === undefined ? id : reader.text(call["id"], `${path}.id`),
    name: reader.text(call["name"], `${path}.name`),
    input: call["input"] ?? {},
  };
}

function usageOf(reader: Reader, value: JsonValue, path: string): Usage {
  const usage = reader.object(value, path, usageCounters);
  return Object.fromEntries(
    Object.entries(usage).map(([name, count]) => [name, reader.count(count, `${path}.${name}`)]),
  );
}

function errorOf(reader: Reader, value: JsonValue, path: string): ProviderError {
  const error = reader.object(value, path, ["code", "message", "retryable", "retryAfterMs"]);
  const code = reader.word(error["code"], `${path}.code`, providerErrorCodes);
  const message =
    error["message"] === undefined
      ? `The script says: ${code}.`
      : reader.text(error["message"], `${path}.message`);
  return new ProviderError(code, message, {
    provider: "replay",
    retryable: error["retryable"] === true,
    ...reader.optional("retryAfterMs", error["retryAfterMs"], reader.count),
  });
}

type Reader = ReturnType<typeof createReader>;

function createReader(name: string) {
  const fail = (path: string, what: string): never => {
    throw wrong(name, path, what);
  };
  const count = (value: JsonValue | undefined, path = "a number"): number =>
    typeof value === "number" && value >= 0 ? value : fail(path, "must be a number, 0 or more");
  return {
    count,
    text: (value: JsonValue | undefined, path: string): string =>
      typeof value === "string" ? value : fail(path, "must be a text"),
    list: (value: JsonValue | undefined, path: string): readonly JsonValue[] =>
      Array.isArray(value) ? (value as readonly JsonValue[]) : fail(path, "must be a list"),
    word: <Word extends string>(value: JsonValue | undefined, path: string, words: readonly Word[]): Word =>
      words.find((word) => word === value) ?? fail(path, `must be one of ${words.join(", ")}`),
    object(value: unknown, path: string, known: readonly string[]): JsonObject {
      if (!isJsonObject(value)) return fail(path, "must be an object");
      const strange = Object.keys(value).find((key) => !known.includes(key));
      if (strange !== undefined) fail(path, `has a field "${strange}"; known are ${known.join(", ")}`);
      return value;
    },
    optional: <Key extends string, Value>(
      key: Key,
      value: JsonValue | undefined,
      read: (value: JsonValue, path: string) => Value,
    ): { readonly [Name in Key]?: Value } =>
      value === undefined ? {} : ({ [key]: read(value, key) } as { readonly [Name in Key]: Value }),
  };
}

function wrong(name: string, path: string, what: string): ConfigError {
  return new ConfigError("usage", `The script ${name} is not right: ${path || "it"} ${what}.`, {
    hint: `A script looks like this: ${example}`,
  });
}
