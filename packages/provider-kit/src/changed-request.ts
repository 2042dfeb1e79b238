import type { ModelRequest } from "@skein/protocol";

/** Another request of the same call: what a budget has left for the reply may become less between attempts, so it stays live. */
export function changedRequest(
  request: ModelRequest,
  changes: Partial<Omit<ModelRequest, "outputCap">>,
): ModelRequest {
  const changed = { ...request, ...changes };
  if (!("outputCap" in request)) return changed;
  return Object.defineProperty(changed, "outputCap", { enumerable: true, get: () => request.outputCap });
}
