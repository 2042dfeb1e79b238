import type { JsonObject, ModelLimits } from "@skein/protocol";
import { badStream, jsonIn, objectIn, readStart, thrownError } from "@skein/provider-kit";
import type { Connection } from "./connection.ts";

/** What the server says of a model. */
export interface ModelFacts {
  /** Tokens that the model was made for; a server may give it less. */
  readonly contextTokens: number | undefined;
  /** For example `tools`, `thinking`, `vision`; `undefined` when the server is too old to say. */
  readonly capabilities: readonly string[] | undefined;
}

/** The most bytes to read: a model's licence and template are among its facts. */
const maxFactsBytes = 67_108_864;

/** Throws `ProviderError`: `not-found` for a model that the server does not have; `bad-stream` for half an answer. */
export async function modelFacts(
  { context, send }: Connection,
  model: string,
  signal: AbortSignal,
): Promise<ModelFacts> {
  const answer = await send({ path: "/api/show", body: { model } }, signal);
  const read = await readStart(answer, maxFactsBytes).catch((error: unknown) => {
    signal.throwIfAborted();
    throw thrownError(error, context);
  });
  const text = read.trim();
  const said = jsonIn(text);
  if (said === undefined && text.startsWith("{") && !text.endsWith("}"))
    throw badStream(`${context.host} broke off what it knows of ${model}`, context);
  const body = objectIn(said);
  const { capabilities } = body;
  return {
    contextTokens: contextIn(objectIn(body["model_info"])),
    capabilities: Array.isArray(capabilities)
      ? capabilities.filter((name) => typeof name === "string")
      : undefined,
  };
}

/** PDFs are for no model here. */
export function limitsOf({ contextTokens, capabilities }: ModelFacts): ModelLimits {
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(capabilities === undefined ? {} : { images: capabilities.includes("vision") }),
    pdfs: false,
  };
}

/** It stands under the architecture's name: `llama.context_length`. */
function contextIn(info: JsonObject): number | undefined {
  const found = Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1];
  return typeof found === "number" && found > 0 ? found : undefined;
}
