import type { Extension, Tool } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { changedExtension } from "./changed-extension.ts";

/**
 * An extension limited to the tools that an allowlist has for it, if any, also as its tools change.
 *
 * @param allowed - by extension, with the extension's own names. @param name - by which the list knows it.
 */
export function limitedTools(
  extension: Extension,
  allowed: AgentSettings["onlyTools"] = {},
  name = extension.name,
): Extension {
  const names = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  return names ? filtered(extension, (tool) => names.includes(tool.name)) : extension;
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
  const { apps } = extension;
  return changedExtension(extension, {
    tools: async (signal) => (await extension.tools(signal)).filter(isWanted),
    ...(apps && {
      apps: { ...apps, tool: (name) => [apps.tool(name)].find((tool) => tool && isWanted(tool)) },
    }),
  });
}
