import type { ModelRequest } from "@skein/protocol";

/**
 * Copies a request with changes. For wrappers of models, such as a tool shim.
 *
 * `outputCap` stays a getter of the original, since the rest of a budget can
 * shrink between attempts. A spread would freeze the value of the first
 * attempt.
 *
 * @example
 * ```ts
 * const withoutTools = (request: ModelRequest) => changedRequest(request, { tools: [] });
 * ```
 */
export function changedRequest(
  request: ModelRequest,
  changes: Partial<Omit<ModelRequest, "outputCap">>,
): ModelRequest {
  const changed = { ...request, ...changes };
  if (!("outputCap" in request)) return changed;
  return Object.defineProperty(changed, "outputCap", { enumerable: true, get: () => request.outputCap });
}
