import { objectsIn, type JsonObject } from "@skein/protocol";
import { legalNames, objectIn, stringIn, type SentTool } from "@skein/provider-kit";

/** Both interfaces take `^[a-zA-Z0-9_-]{1,64}$`. */
export const wireName = legalNames({ illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });

/** The tools of a request, in their order. Chat Completions has each inside `function`. */
export function sentTools({ tools }: JsonObject): readonly SentTool[] {
  return objectsIn(tools).map((tool) => {
    const { name, parameters } = "function" in tool ? objectIn(tool["function"]) : tool;
    return { name: stringIn(name), schema: parameters };
  });
}
