import type { JsonValue } from "@skein/protocol";
import { isCount } from "@skein/provider-kit";

/**
 * A total without its parts. Where the parts are more than the total it did not include them, as some compatible
 * servers count, and stays as it is.
 */
export function within(
  total: JsonValue | undefined,
  parts: readonly (JsonValue | undefined)[],
): JsonValue | undefined {
  if (!isCount(total)) return undefined;
  const rest = parts.filter(isCount).reduce((left, part) => left - part, total);
  return rest < 0 ? total : rest;
}

/** All of the prompt, for a vendor that does not say what of it came from a cache. `undefined` where the parts say it. */
export function promptOf(
  total: JsonValue | undefined,
  [cacheRead, cacheWrite]: readonly (JsonValue | undefined)[],
): JsonValue | undefined {
  if (!isCount(total) || (isCount(cacheRead) && isCount(cacheWrite))) return undefined;
  const rest = within(total, [cacheRead, cacheWrite]);
  return [rest, cacheRead, cacheWrite].filter(isCount).reduce((sum, part) => sum + part, 0);
}
