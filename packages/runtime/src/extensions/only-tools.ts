import type { Extension, Tool } from "@skein/protocol";
import { changedExtension } from "./changed-extension.ts";

/**
 * An extension limited to some of its tools, also as its tools change.
 *
 * @param names - the extension's own names.
 */
export function onlyTools(extension: Extension, names: readonly string[]): Extension {
  return filtered(extension, ({ name }) => names.includes(name));
}

/**
 * The extensions that currently have any of these tools, limited to them.
 *
 * @param names - as the model sees them, or `extension__tool`.
 */
export async function onlyOffered(
  extensions: readonly Extension[],
  names: readonly string[],
): Promise<readonly Extension[]> {
  const narrowed = extensions.map((extension) =>
    filtered(extension, ({ name }) => names.includes(name) || names.includes(`${extension.name}__${name}`)),
  );
  const tools = await Promise.all(narrowed.map((extension) => extension.tools()));
  return narrowed.filter((_, at) => tools[at]?.length !== 0);
}

function filtered(extension: Extension, isWanted: (tool: Tool) => boolean): Extension {
  return changedExtension(extension, {
    tools: async (signal) => (await extension.tools(signal)).filter(isWanted),
  });
}
