import { isAbsolute, resolve } from "node:path";
import type { McpSettings } from "@skein/extensions";
import { ConfigError, ExtensionError } from "@skein/protocol";
import type {
  BuiltinExtension,
  InlinePythonExtension,
  PlatformExtension,
  RecipeExtension,
  StdioExtension,
  StreamableHttpExtension,
} from "@skein/recipes";
import type { AgentSettings } from "../agent-settings.ts";
import { builtinTools } from "../builtin-tools.ts";
import { builtinNamed, toolsNamed, unsupportedExtensions } from "./known-extensions.ts";
import type { LookUpSecret } from "./missing-secrets.ts";
import { withoutLoaders } from "./refused-variables.ts";

/** What a recipe's extensions make of an agent's settings. All of them are required. */
export interface RecipeTools extends Pick<AgentSettings, "builtins"> {
  readonly servers: readonly McpSettings[];
  readonly onlyTools: Readonly<Record<string, readonly string[]>>;
  /** Sentences for the user. */
  readonly warnings: readonly string[];
}

export interface RecipeToolsOptions {
  /** Where commands run that name no folder; absolute. */
  readonly cwd: string;
  readonly secret: LookUpSecret;
}

/**
 * Nothing is started.
 *
 * @throws ExtensionError `start-failed` for one that Skein can never start. ConfigError for an address that wants a secret
 *   nobody has.
 */
export async function recipeTools(
  extensions: readonly RecipeExtension[],
  options: RecipeToolsOptions,
): Promise<RecipeTools> {
  const lacking = unsupportedExtensions(extensions);
  const fatal = lacking.find(({ isFatal }) => isFatal);
  if (fatal) throw new ExtensionError("start-failed", fatal.message, { hint: fatal.fix });
  const warnings = lacking.map(({ message, fix }) => `${message} ${fix}`);
  const builtins: string[] = [];
  const servers: McpSettings[] = [];
  const onlyTools: Record<string, readonly string[]> = {};
  for (const extension of extensions) {
    if (extension.type === "builtin" || extension.type === "platform") {
      const name = builtinNamed(extension.name);
      if (name === undefined) continue;
      builtins.push(name);
      const tools = await builtinsOwnTools(extension, name);
      if (tools) onlyTools[name] = tools.names;
      warnings.push(...(tools?.warnings ?? []));
    } else if (extension.type !== "frontend") {
      const ready = await serverOf(extension, options);
      servers.push(ready.settings);
      warnings.push(...ready.warnings);
      if (extension.availableTools.length > 0) onlyTools[extension.name] = extension.availableTools;
    }
  }
  return { builtins, servers, onlyTools, warnings };
}

/** Of tools that are not here people should hear: the recipe counts on them. */
async function builtinsOwnTools(
  { availableTools }: BuiltinExtension | PlatformExtension,
  name: string,
): Promise<{ readonly names: readonly string[]; readonly warnings: readonly string[] } | undefined> {
  if (availableTools.length === 0) return undefined;
  const known = (await builtinTools([name])).map((tool) => tool.name);
  const names = toolsNamed(availableTools).filter((tool) => known.includes(tool));
  const unknown = availableTools.filter((tool) => !toolsNamed([tool]).some((own) => known.includes(own)));
  const warnings = unknown.map(
    (tool) =>
      `The extension ${name} has no tool ${tool}, which the recipe wants. It has: ${known.join(", ")}.`,
  );
  return { names, warnings };
}

type ServerExtension = StdioExtension | StreamableHttpExtension | InlinePythonExtension;

async function serverOf(
  extension: ServerExtension,
  { cwd, secret }: RecipeToolsOptions,
): Promise<{ readonly settings: McpSettings; readonly warnings: readonly string[] }> {
  const { name, type, timeoutSeconds = 0 } = extension;
  const common = { name, ...(timeoutSeconds === 0 ? {} : { timeoutMs: timeoutSeconds * 1000 }) };
  // uvx brings what the code needs, as it does for Goose; the code is an argument, so that no file has to be kept.
  if (type === "inline_python") {
    const modules = ["mcp", ...extension.dependencies].flatMap((module) => ["--with", module]);
    const settings = { ...common, command: "uvx", args: [...modules, "python", "-c", extension.code], cwd };
    return { settings, warnings: [] };
  }
  const { env, warnings } = await environmentOf(extension, secret);
  if (type === "stdio") {
    const { command, args, cwd: folder = "." } = extension;
    const at = isAbsolute(folder) ? folder : resolve(cwd, folder);
    return { settings: { ...common, command, args, env, cwd: at }, warnings };
  }
  const fill = (text: string) => filled(text, env, name);
  const headers = Object.entries(extension.headers).map(([key, value]) => [key, fill(value)] as const);
  return {
    settings: { ...common, url: fill(extension.uri), headers: Object.fromEntries(headers) },
    warnings,
  };
}

/** What the extension is given by name. A secret that nobody has is left out: some are only wanted sometimes. */
async function environmentOf(
  { name, env, envKeys }: StdioExtension | StreamableHttpExtension,
  secret: LookUpSecret,
): Promise<{ readonly env: Readonly<Record<string, string>>; readonly warnings: readonly string[] }> {
  const secrets: Record<string, string> = {};
  const missing: string[] = [];
  for (const key of envKeys) {
    const value = await secret(key);
    if (value === undefined) missing.push(key);
    else secrets[key] = value;
  }
  const { allowed, refused } = withoutLoaders({ ...env, ...secrets });
  return {
    env: allowed,
    warnings: [
      ...refused.map(
        (key) =>
          `The extension ${name} goes without ${key}: a recipe may not set it. Start the server from your own config.yaml if it needs it.`,
      ),
      ...missing.map(
        (key) => `The extension ${name} goes without ${key}: it is neither in the environment nor kept.`,
      ),
    ],
  };
}

/** `$NAME` and `${NAME}` of what the extension is given; other names stay as they are written. */
function filled(text: string, env: Readonly<Record<string, string>>, extension: string): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    if (Object.hasOwn(env, name)) return env[name] ?? whole;
    if (bare !== undefined) return whole;
    throw new ConfigError("missing-key", `The extension ${extension} wants ${name}, and nobody has it.`, {
      hint: `Set it in your environment, and name it in env_keys of the extension.`,
    });
  });
}
