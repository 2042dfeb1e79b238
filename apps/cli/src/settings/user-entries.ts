import { configPaths, directories, resolveSettings, type ResolvedSettings } from "@skein/settings";

/** Names in config files that are maps of their own: settings of providers, what the user knows of models, rules for tools, MCP servers, recipes as commands of the chat. */
export const providersKey = "providers";
export const modelsKey = "models";
export const permissionsKey = "permissions";
export const extensionsKey = "extensions";
export const slashCommandsKey = "slash_commands";
export const ownKeys = [providersKey, modelsKey, permissionsKey, extensionsKey, slashCommandsKey];

/** What the environment and the user's own files say, without those of any project. */
export async function userSettings(): Promise<ResolvedSettings> {
  const { env } = process;
  const { config } = directories({ env });
  const files = configPaths({ cwd: config, config, env }).filter(({ layer }) => layer !== "project");
  return resolveSettings({ env, files, otherKeys: ownKeys });
}

/** What stands under those names there. */
export async function userEntries(): Promise<ResolvedSettings["others"]> {
  return (await userSettings()).others;
}
