import { isJsonObject, type Effect } from "@skein/protocol";
import { builtinExtensions } from "../builtin-extensions.ts";

export interface BuiltinTool {
  readonly name: string;
  readonly extension: string;
  readonly effect: Effect;
  readonly startsAgents: boolean;
  readonly description: string;
  /** Names of its inputs. */
  readonly inputs: readonly string[];
}

/** Lists the tools of built-in extensions without starting them. Throws `ConfigError` for unknown names. */
export async function builtinTools(extensions: readonly string[]): Promise<readonly BuiltinTool[]> {
  const found: BuiltinTool[] = [];
  for (const extension of await builtinExtensions(extensions)) {
    for (const { name, effect, startsAgents = false, description, inputSchema } of await extension.tools()) {
      const inputs = Object.keys(isJsonObject(inputSchema["properties"]) ? inputSchema["properties"] : {});
      found.push({ name, extension: extension.name, effect, startsAgents, description, inputs });
    }
    await extension.close();
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
