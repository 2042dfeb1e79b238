import type { CreateMessageRequestParams, ElicitRequestParams } from "@modelcontextprotocol/client";
import { isJsonObject, type ExtensionRequests, type JsonObject, type JsonValue } from "@skein/protocol";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { elicit } from "./elicit.ts";
import { sample } from "./sample.ts";

/**
 * Answers what a server needs for a call that goes on by itself, in the form that it would have asked for directly. Throws
 * an `Error` when it is not given, or nothing that is known here.
 */
export async function answerInput(
  asked: JsonValue | undefined,
  requests: ExtensionRequests | undefined,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { method, params } = isJsonObject(asked) ? asked : {};
  switch (method) {
    case "elicitation/create":
      return jsonOf(await elicit(params as unknown as ElicitRequestParams, requests, signal));
    case "sampling/createMessage":
      return jsonOf(await sample(params as unknown as CreateMessageRequestParams, requests));
    case "roots/list":
      return { roots: ((await requests?.roots?.()) ?? []).map(rootOf) };
    default:
      throw new Error(
        `The server needs something that is not known here: ${JSON.stringify(method ?? null)}.`,
      );
  }
}

export function rootOf(path: string): { readonly uri: string; readonly name: string } {
  return { uri: pathToFileURL(path).href, name: basename(path) };
}

function jsonOf(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
