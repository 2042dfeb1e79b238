import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { escapeName, isJsonObject, type CompletionRequest } from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { limits } from "../limits.ts";

type Reference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

/** Values that a server suggests for what is being typed; none where it has no completions. */
export async function complete(
  client: Client,
  ref: Reference,
  { name, value, given = {} }: CompletionRequest,
  options: RequestOptions,
): Promise<readonly string[]> {
  if (!client.getServerCapabilities()?.completions) return [];
  const params = { ref, argument: { name, value }, context: { arguments: { ...given } } };
  const result = await client.request({ method: "completion/complete", params }, anyObject, options);
  const { completion } = result;
  const values = isJsonObject(completion) ? completion["values"] : undefined;
  return (Array.isArray(values) ? values : [])
    .filter((one): one is string => typeof one === "string" && escapeName(one) === one)
    .slice(0, limits.completions);
}
