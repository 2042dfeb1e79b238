import { isNamedBuiltin, type JsonObject } from "@skein/protocol";
import type { SettingsSection } from "@skein/settings";
import { type ConfigExtension, configExtensions } from "@skein/host/settings";

/** How a recipe names the extensions that are known here; `undefined` for one that cannot be started. */
export function extensionFields(
  sections: readonly SettingsSection[],
): (name: string) => JsonObject | undefined {
  const servers = configExtensions(sections);
  return (name) => {
    if (isNamedBuiltin(name)) return { type: "builtin", name };
    const server = servers.find((one) => one.name === name);
    return server && fieldsOf(server);
  };
}

function fieldsOf({ name, entry }: ConfigExtension): JsonObject {
  const { command, args, env, url, headers } = entry;
  if (typeof url === "string") {
    return { type: "streamable_http", name, uri: url, ...(headers === undefined ? {} : { headers }) };
  }
  const texts = Object.entries((env ?? {}) as Readonly<Record<string, string>>);
  // What is looked up is a secret's name in a recipe; its value stays with the user.
  const secrets = texts.filter(([key, text]) => text === `\${${key}}`).map(([key]) => key);
  const envs = Object.fromEntries(texts.filter(([key]) => !secrets.includes(key)));
  return {
    type: "stdio",
    name,
    cmd: command ?? "",
    args: args ?? [],
    ...(Object.keys(envs).length === 0 ? {} : { envs }),
    ...(secrets.length === 0 ? {} : { env_keys: secrets }),
  };
}
