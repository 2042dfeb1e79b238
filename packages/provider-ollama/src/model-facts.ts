import type { JsonObject, ModelLimits } from "@skein/protocol";
import { jsonIn, objectIn, readStart } from "@skein/provider-kit";
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

/** Throws `ProviderError`: `not-found` for a model that the server does not have. */
export async function modelFacts(
  { send }: Connection,
  model: string,
  signal: AbortSignal,
): Promise<ModelFacts> {
  const answer = await send({ path: "/api/show", body: { model } }, signal);
  const body = objectIn(jsonIn(await readStart(answer, maxFactsBytes)));
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
