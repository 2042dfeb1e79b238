// Suggestions while a user types an argument.

import type { CompletionRequest } from "@skein/protocol";

/**
 * Suggestions to return at most, as MCP limits them.
 *
 * Source: MCP, completion, "values".
 */
const maxValues = 100;

/**
 * Returns suggestions for a value: all, or only those that start with it.
 *
 * @param others - values of other arguments, as far as they are known.
 */
export type Complete = (
  value: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;

/**
 * Returns the suggestions that start with what was typed, without regard to
 * case.
 *
 * @param complete - absent: no suggestions.
 * @returns 100 suggestions or fewer.
 */
export async function matching(
  complete: Complete | undefined,
  { value, given = {} }: CompletionRequest,
): Promise<readonly string[]> {
  const values = (await complete?.(value, given)) ?? [];
  const typed = value.toLowerCase();
  return values.filter((one) => one.toLowerCase().startsWith(typed)).slice(0, maxValues);
}
