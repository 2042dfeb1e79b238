import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import type { Effort } from "@skein/protocol";
import { nearestEffort, effortWords } from "@skein/provider-kit";

/** A choice that an agent offers for its sessions. */
export interface Choice {
  readonly id: string;
  readonly values: readonly { readonly value: string; readonly name: string }[];
}

/** The agent's choice of models, or of how much it thinks; `undefined`: it offers none. */
export function choiceOf(
  options: readonly SessionConfigOption[] | null | undefined,
  category: "model" | "thought_level",
): Choice | undefined {
  const found = options?.find((option) => option.category === category && option.type === "select");
  if (found?.type !== "select") return undefined;
  const values = found.options.flatMap((one) => ("group" in one ? one.options : [one]));
  return { id: found.id, values: values.map(({ value, name }) => ({ value, name })) };
}

/** The agent's own word for an effort; `undefined`: it has no such words. */
export function effortValue({ values }: Choice, wish: Effort): string | undefined {
  const known = effortWords.filter((word) => values.some(({ value }) => value.toLowerCase() === word));
  const level = nearestEffort(wish, known);
  return values.find(({ value }) => value.toLowerCase() === level)?.value;
}
