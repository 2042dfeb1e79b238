import { ConfigError } from "@skein/protocol";

/**
 * A provider that is not part of the command, because its vendor's libraries are large: whoever uses it installs it.
 * Throws `ConfigError` that says how.
 */
export async function optionalProvider<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isNotInstalled(error, name)) throw error;
    throw new ConfigError(
      "unknown-provider",
      `${name} is not installed: it does not come with the command.`,
      {
        hint: `Run \`npm install ${name}\` where skein is installed, with -g when that is global.`,
        cause: error,
      },
    );
  }
}

/** The package itself, not something that it needs. */
function isNotInstalled(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
}
