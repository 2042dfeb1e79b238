// Names of tools on the wire. Tools of MCP servers may have any name, and
// vendors allow few characters. The mapping has no state, so that requests stay
// the same after a restart.
import type { ToolDefinition } from "@skein/protocol";
import { shortHash } from "../short-hash.ts";
import type { CharacterRule } from "../unique-ids.ts";

/**
 * Converts a tool name to one that the protocol accepts. An invalid name is
 * sanitized and gets a hash of the full name, so that names stay distinct.
 *
 * Depends only on the name, so the result is the same in every request. Also
 * works for names that models made up.
 *
 * @example
 * ```ts
 * legalName("files.read", { illegal: /[^\w-]/g, maxLength: 64 }); // "files_read_" and eight digits
 * ```
 */
export function legalName(name: string, { illegal, maxLength }: CharacterRule): string {
  if (name !== "" && name.length <= maxLength && name.search(illegal) === -1) return name;
  const mark = `_${shortHash(name)}`;
  return name.replace(illegal, "_").slice(0, maxLength - mark.length) + mark;
}

/**
 * Returns the function that converts tool names for one protocol: `legalName`
 * with the protocol's rule.
 */
export function legalNames(rule: CharacterRule): (name: string) => string {
  return (name) => legalName(name, rule);
}

/**
 * Maps protocol names back to the request's tools. An unknown name is returned
 * as the model wrote it.
 *
 * @param wireName - converts a tool's name for the protocol, normally with
 *   `legalName`.
 */
export function ownNames(
  tools: readonly ToolDefinition[],
  wireName: (name: string) => string,
): (wireName: string) => string {
  const own = new Map(tools.map(({ name }) => [wireName(name), name]));
  return (name) => own.get(name) ?? name;
}
