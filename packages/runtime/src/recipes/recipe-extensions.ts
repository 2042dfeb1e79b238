import { isAbsolute, resolve } from "node:path";
import type { McpSettings } from "@skein/extensions";
import { ConfigError, ExtensionError, type Extension } from "@skein/protocol";
import type {
  BuiltinExtension,
  InlinePythonExtension,
  PlatformExtension,
  RecipeExtension,
  StdioExtension,
  StreamableHttpExtension,
} from "@skein/recipes";
import type { AgentSettings } from "../agent-settings.ts";
import { builtinTools } from "../extensions/builtin-tools.ts";
import { frontendExtension } from "./frontend-extension.ts";
import { builtinNamed, toolsNamed, unsupportedExtensions } from "./known-extensions.ts";
import type { LookUpSecret } from "./missing-secrets.ts";
import { standInsOf } from "./stand-ins.ts";
import { withoutLoaders } from "./refused-variables.ts";

/** Agent settings from a recipe's extensions, which are all required. */
export interface RecipeTools extends Pick<AgentSettings, "builtins"> {
  readonly servers: readonly McpSettings[];
  readonly extensions: readonly Extension[];
  readonly onlyTools: Readonly<Record<string, readonly string[]>>;
  /** Warnings for the user. */
  readonly warnings: readonly string[];
}

export interface RecipeToolsOptions {
  /** Default working folder of commands; absolute. */
  readonly cwd: string;
  readonly secret: LookUpSecret;
}

/**
 * Resolves a recipe's extensions; starts none.
 *
 * @throws ExtensionError `start-failed` for an unsupported extension. ConfigError for an address with a
 *   missing secret.
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
  const frontends: Extension[] = [];
  const others: (BuiltinExtension | PlatformExtension)[] = [];
  for (const extension of extensions) {
    if (extension.type === "builtin" || extension.type === "platform") {
      const name = builtinNamed(extension.name);
      if (name === undefined) {
        others.push(extension);
        continue;
      }
      builtins.push(name);
      const tools = await builtinsOwnTools(extension, name);
      if (tools) onlyTools[name] = tools.names;
      warnings.push(...(tools?.warnings ?? []));
    } else if (extension.type === "frontend") {
      frontends.push(await frontendExtension(extension));
      if (extension.availableTools.length > 0) onlyTools[extension.name] = extension.availableTools;
    } else {
      const ready = await serverOf(extension, options);
      servers.push(ready.settings);
      warnings.push(...ready.warnings);
      if (extension.availableTools.length > 0) onlyTools[extension.name] = extension.availableTools;
    }
  }
  builtins.push(...standInsOf(others, builtins));
  return { builtins, servers, extensions: frontends, onlyTools, warnings };
}

/** Warns about missing tools, since the recipe depends on them. */
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
      `The extension ${name} has no tool ${tool}, which the recipe lists. It has: ${known.join(", ")}.`,
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
  if (type === "inline_python") {
    const started = inlinePython(extension.code, extension.dependencies);
    return { settings: { ...common, ...started, cwd }, warnings: [] };
  }
  const { env, warnings } = await environmentOf(extension, secret);
  if (type === "stdio") {
    const { command, args, cwd: folder = "." } = extension;
    const at = isAbsolute(folder) ? folder : resolve(cwd, folder);
    return { settings: { ...common, command, args, env, cwd: at }, warnings };
  }
  const fill = (text: string) => filled(text, env, name);
  const headers = Object.entries(extension.headers).map(([key, value]) => [key, fill(value)] as const);
  const socket = extension.socket === undefined ? {} : { socket: socketIn(fill(extension.socket), cwd) };
  return {
    settings: { ...common, url: fill(extension.uri), ...socket, headers: Object.fromEntries(headers) },
    warnings,
  };
}

/** uvx installs the dependencies, as in Goose; the code is passed as an argument, so that no file is needed. */
export function inlinePython(code: string, dependencies: readonly string[]) {
  const modules = ["mcp", ...dependencies].flatMap((module) => ["--with", module]);
  return { command: "uvx", args: [...modules, "python", "-c", code] };
}

/** `@name` is Linux's: it is no file. */
function socketIn(text: string, cwd: string): string {
  return text.startsWith("@") ? text : resolve(cwd, text);
}

/** Environment variables of the extension. Missing secrets are left out, since some are optional. */
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
          `The extension ${name} is started without ${key}, which a recipe may not set. If the server needs it, configure it in your own config.yaml.`,
      ),
      ...missing.map(
        (key) =>
          `The extension ${name} is started without ${key}, which is neither in the environment nor stored.`,
      ),
    ],
  };
}

/** Expands `$NAME` and `${NAME}` for the extension's variables; other names are left unchanged. */
function filled(text: string, env: Readonly<Record<string, string>>, extension: string): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    if (Object.hasOwn(env, name)) return env[name] ?? whole;
    if (bare !== undefined) return whole;
    throw new ConfigError("missing-key", `The extension ${extension} needs ${name}, which is not set.`, {
      hint: `Set it in your environment, and list it in the extension's env_keys.`,
    });
  });
}
