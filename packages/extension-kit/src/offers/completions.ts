import type { CompletionRequest } from "@skein/protocol";

/** At most this many are suggested, as MCP limits it. */
const maxValues = 100;

/**
 * Values for what is being typed, all or only those that begin with it.
 *
 * @param others - values of other arguments, as far as they are known.
 */
export type Complete = (
  value: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;

/** Those of a completion's values that begin with what was typed. */
export async function matching(
  complete: Complete | undefined,
  { value, given = {} }: CompletionRequest,
): Promise<readonly string[]> {
  const values = (await complete?.(value, given)) ?? [];
  const typed = value.toLowerCase();
  return values.filter((one) => one.toLowerCase().startsWith(typed)).slice(0, maxValues);
}
