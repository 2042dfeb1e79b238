import { isJsonObject, type JsonValue } from "@skein/protocol";
import type { Reached } from "./hosts-of-command.ts";

const url = /^\s*(?:https?|wss?|ftps?):\/\/[^\s/]/i;
const mostDepth = 8;

/** Addresses in the input of a tool that runs no command: every text that is a URL as a whole. */
export function hostsOfInput(tool: string, input: JsonValue, depth = 0): readonly Reached[] {
  if (depth > mostDepth) return [];
  if (typeof input === "string") return url.test(input) ? [{ address: input.trim(), text: tool }] : [];
  if (Array.isArray(input)) return input.flatMap((one: JsonValue) => hostsOfInput(tool, one, depth + 1));
  if (!isJsonObject(input)) return [];
  return Object.values(input).flatMap((one) => (one === undefined ? [] : hostsOfInput(tool, one, depth + 1)));
}
