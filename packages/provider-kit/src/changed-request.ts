import type { ModelRequest } from "@skein/protocol";

/**
 * A changed copy of a request. Its output cap stays a getter, since the budget's rest may shrink between
 * attempts.
 */
export function changedRequest(
  request: ModelRequest,
  changes: Partial<Omit<ModelRequest, "outputCap">>,
): ModelRequest {
  const changed = { ...request, ...changes };
  if (!("outputCap" in request)) return changed;
  return Object.defineProperty(changed, "outputCap", { enumerable: true, get: () => request.outputCap });
}
