import type { ToolDefinition } from "@skein/protocol";
import { shortHash } from "../short-hash.ts";
import type { CharacterRule } from "../unique-ids.ts";

/**
 * A tool's name as the wire takes it. One that it does not take gets a mark made of the whole name, so that two stay
 * different. Depends on nothing but the name, so that it is the same in every request; also for names that models made
 * up.
 */
export function legalName(name: string, { illegal, maxLength }: CharacterRule): string {
  if (name !== "" && name.length <= maxLength && name.search(illegal) === -1) return name;
  const mark = `_${shortHash(name)}`;
  return name.replace(illegal, "_").slice(0, maxLength - mark.length) + mark;
}

/**
 * The way back for the tools of a request. A name that none of them was sent under stays as the model wrote it.
 *
 * @param wireName - what the tools' names became on the wire.
 */
export function ownNames(
  tools: readonly ToolDefinition[],
  wireName: (name: string) => string,
): (wireName: string) => string {
  const own = new Map(tools.map(({ name }) => [wireName(name), name]));
  return (name) => own.get(name) ?? name;
}
