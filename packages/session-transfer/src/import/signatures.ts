import type { JsonObject, Sidecar } from "@skein/protocol";
import { lookUp, textIn } from "./loose.ts";
import { parsed } from "./json-lines.ts";
import { isJsonObject } from "@skein/protocol";

/** Who wrote a part, and over which wire: the bytes of one are nothing to another. */
export interface Author {
  readonly provider: string;
  readonly model: string;
  readonly wire: Wire | undefined;
}

/** The wires whose bytes go back to their vendor, in the form in which our providers keep them. */
export type Wire = "messages" | "responses" | "generate-content";

type Keep = (signature: string) => JsonObject | undefined;

const thoughts: Readonly<Record<Wire, Keep>> = {
  messages: (signature) => ({ signature }),
  responses: (signature) => itemOf(parsed(signature)),
  "generate-content": (signature) => ({ signature }),
};

/** Wires by the provider's name, where a format does not say which was spoken. */
const wiresOfProviders: Readonly<Record<string, Wire>> = {
  anthropic: "messages",
  openai: "responses",
  google: "generate-content",
};

export function authorOf(provider: string, model: string, wire = lookUp(wiresOfProviders, provider)): Author {
  return { provider, model, wire };
}

/** The sidecar of signed thinking; `undefined` without a signature, or a wire that accepts it. */
export function thoughtSidecar({ provider, model, wire }: Author, signature: unknown): { sidecar?: Sidecar } {
  const written = textIn(signature);
  const data = written === undefined || wire === undefined ? undefined : thoughts[wire](written);
  return data ? { sidecar: { provider, model, data } } : {};
}

/** An item of the Responses wire: a thought, a call, or a block without a word of ours. */
export function itemSidecar({ provider, model }: Author, item: JsonObject): { sidecar: Sidecar } {
  return { sidecar: { provider, model, data: { api: "responses", ...item } } };
}

function itemOf(item: unknown): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  const { type: _, ...rest } = item;
  return { api: "responses", ...rest };
}
