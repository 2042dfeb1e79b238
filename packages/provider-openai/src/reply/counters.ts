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
