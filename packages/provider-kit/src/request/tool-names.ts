import type { ToolDefinition } from "@skein/protocol";
import { shortHash } from "../short-hash.ts";
import type { CharacterRule } from "../unique-ids.ts";

/**
 * A tool name that the protocol accepts. An invalid name is sanitized and gets a hash of the full name, so
 * that names stay distinct. Depends only on the name, so it is the same in every request; also works for
 * names that models made up.
 */
export function legalName(name: string, { illegal, maxLength }: CharacterRule): string {
  if (name !== "" && name.length <= maxLength && name.search(illegal) === -1) return name;
  const mark = `_${shortHash(name)}`;
  return name.replace(illegal, "_").slice(0, maxLength - mark.length) + mark;
}

/**
 * Maps protocol names back to the request's tools. An unknown name is returned as the model wrote it.
 *
 * @param wireName - converts a tool's name for the protocol.
 */
export function ownNames(
  tools: readonly ToolDefinition[],
  wireName: (name: string) => string,
): (wireName: string) => string {
  const own = new Map(tools.map(({ name }) => [wireName(name), name]));
  return (name) => own.get(name) ?? name;
}
