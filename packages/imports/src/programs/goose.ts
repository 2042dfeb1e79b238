import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { withoutReferences } from "@skein/host/settings";
import {
  defaultBuiltins,
  extensionOfTool,
  isNamedBuiltin,
  type JsonObject,
  type JsonValue,
  toolsMeantBy,
  type Verdict,
} from "@skein/protocol";
import { inlinePython } from "@skein/runtime/recipes";
import { effortOf } from "../reading/efforts.ts";
import { ownTool, type Collector, type FoundSecret } from "../findings.ts";
import { foundExtension } from "../reading/found-extension.ts";
import { type Counterpart, foundModel } from "../reading/found-model.ts";
import { dollarReferences, filterIn, serverProblem } from "../reading/mcp-servers.ts";
import { gooseProviders } from "../reading/goose-providers.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { isKeyVariable } from "../reading/provider-ids.ts";
import { mapOf, readMap, readText, nonEmptyText, textsOf, wordsOf } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";

/** Source: https://goose-docs.ai/docs/guides/config-files, and what goose 1.34 writes. */
export async function readGoose(reading: Reading): Promise<void> {
  const { folder, cwd, into } = reading;
  const file = join(folder, "config.yaml");
  const config = (await readMap(file, "yaml", into)) ?? {};
  const secretsFile = join(folder, "secrets.yaml");
  const secrets = (await readMap(secretsFile, "yaml", into)) ?? {};
  readSettings(config, file, reading);
  const passed = readExtensions(config["extensions"], { file, secrets, secretsFile, into });
  readSecrets(secrets, passed, secretsFile, reading);
  await readPermissions(join(folder, "permission.yaml"), into);
  await readMemory(join(folder, "memory"), into);
  await readHints(join(folder, ".goosehints"), into);
  await leaveCustomProviders(join(folder, "custom_providers"), into);
  const local = join(cwd, ".goose", "memory");
  if (existsSync(local)) {
    into.leave(
      "memory",
      "this project's memory",
      "it belongs to the project: put what matters into its AGENTS.md",
      local,
    );
  }
}

/** Goose's names for settings that Skein has too. */
const plainSettings = {
  GOOSE_MODE: "mode",
  GOOSE_MAX_TURNS: "maxTurns",
  GOOSE_TEMPERATURE: "temperature",
  GOOSE_CONTEXT_LIMIT: "contextTokens",
  GOOSE_AUTO_COMPACT_THRESHOLD: "compactAt",
  GOOSE_PLANNER_MODEL: "planner",
  CONTEXT_FILE_NAMES: "hints",
} as const;

const otherKnown = [
  "GOOSE_PROVIDER",
  "GOOSE_MODEL",
  "GOOSE_THINKING_EFFORT",
  "ANTHROPIC_HOST",
  "OPENAI_HOST",
  "OPENAI_BASE_PATH",
  "active_provider",
  "providers",
  "extensions",
];

function readSettings(config: JsonObject, file: string, reading: Reading): void {
  const { into } = reading;
  const active = nonEmptyText(config["active_provider"]);
  const ofActive = mapOf(active === undefined ? undefined : mapOf(config["providers"])[active]);
  const provider = active ?? nonEmptyText(config["GOOSE_PROVIDER"]);
  foundModel(
    {
      provider,
      counterpart: counterpartOf(provider),
      model: nonEmptyText(ofActive["model"]) ?? nonEmptyText(config["GOOSE_MODEL"]),
      said: {
        provider: active === undefined ? "GOOSE_PROVIDER" : "active_provider",
        model: nonEmptyText(ofActive["model"]) === undefined ? "GOOSE_MODEL" : `providers.${active}.model`,
      },
      file,
    },
    reading,
  );
  for (const [said, name] of Object.entries(plainSettings)) {
    const value = config[said];
    if (value === undefined || value === null) continue;
    into.setting({ name, value: name === "hints" ? namesOf(value) : value, said, file });
  }
  const effort = nonEmptyText(config["GOOSE_THINKING_EFFORT"]);
  if (effort !== undefined)
    into.setting({ name: "effort", value: effortOf(effort), said: "GOOSE_THINKING_EFFORT", file });
  readAddresses(config, file, into);
  leaveOtherKeys(config, [...Object.keys(plainSettings), ...otherKnown], { area: "settings", file, into });
}

function counterpartOf(provider: string | undefined): Counterpart | undefined {
  return provider !== undefined && Object.hasOwn(gooseProviders, provider)
    ? gooseProviders[provider]
    : undefined;
}

/** A list, also when it is written as the text of one. */
function namesOf(value: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function readAddresses(config: JsonObject, file: string, into: Collector): void {
  const anthropic = nonEmptyText(config["ANTHROPIC_HOST"]);
  if (anthropic !== undefined)
    into.setting({ name: { addressOf: "anthropic" }, value: anthropic, said: "ANTHROPIC_HOST", file });
  const openai = nonEmptyText(config["OPENAI_HOST"]);
  if (openai === undefined) return;
  // Goose adds the whole path of one request; Skein adds what comes after the version.
  const path = (nonEmptyText(config["OPENAI_BASE_PATH"]) ?? "v1/chat/completions").replace(/^\//, "");
  const [, base] = /^(.*?)\/?(?:chat\/completions|responses)$/.exec(path) ?? [];
  if (base === undefined) {
    into.leave("settings", "OPENAI_HOST", `Skein cannot add ${JSON.stringify(path)} to an address`, file);
    return;
  }
  const value = [openai.replace(/\/+$/, ""), base].filter((part) => part !== "").join("/");
  into.setting({ name: { addressOf: "openai" }, value, said: "OPENAI_HOST", file });
}

interface ExtensionSource {
  readonly file: string;
  readonly secrets: JsonObject;
  readonly secretsFile: string;
  readonly into: Collector;
}

/** @returns names of secrets that extensions use. */
function readExtensions(said: JsonValue | undefined, source: ExtensionSource): readonly string[] {
  // Recipes have a list where the config file has a map.
  const entries: readonly (readonly [string, JsonValue])[] = Array.isArray(said)
    ? said.map((one: JsonValue, index) => [nonEmptyText(mapOf(one)["name"]) ?? `${index + 1}`, one] as const)
    : Object.entries<JsonValue>(mapOf(said));
  return entries.flatMap(([key, value]) => {
    const extension = mapOf(value);
    return readExtension(toolPrefix(nonEmptyText(extension["name"]) ?? key), extension, source);
  });
}

/** What Goose puts before the names of an extension's tools, in calls and in rules: made of its `name`, not of its key. */
function toolPrefix(name: string): string {
  return name
    .replaceAll(/\s/g, "")
    .replaceAll(/[^\w-]/g, "_")
    .toLowerCase();
}

function readExtension(key: string, said: JsonObject, source: ExtensionSource): readonly string[] {
  const { file, secrets, secretsFile, into } = source;
  const leave = (why: string): readonly string[] => {
    into.leave("extensions", key, why, file);
    return [];
  };
  const type = nonEmptyText(said["type"]) ?? (said["cmd"] === undefined ? undefined : "stdio");
  if (type === "builtin" || type === "platform") {
    if (isNamedBuiltin(key)) {
      const isDefault = defaultBuiltins.includes(key);
      return leave(
        `Skein has its own ${key}, which is ${isDefault ? "always on" : "on when a run asks for it"}`,
      );
    }
    return said["enabled"] === false ? [] : leave(`Skein has no ${key} of its own yet`);
  }
  if (type === "frontend") return leave("its tools run in the app that shows the session");
  if (type === "inline_python") {
    const { command, args } = inlinePython(nonEmptyText(said["code"]) ?? "", textsOf(said["dependencies"]));
    return readExtension(key, { ...said, type: "stdio", cmd: command, args: [...args] }, source);
  }
  const url = nonEmptyText(said["uri"]);
  const command = nonEmptyText(said["cmd"]);
  const problem = serverProblem({
    ...said,
    type: type === "streamable_http" ? "http" : (type ?? "none"),
    ...(command === undefined ? {} : { command }),
    ...(url === undefined ? {} : { url }),
  });
  if (problem !== undefined) return leave(problem);
  const names = textsOf(said["env_keys"]);
  const literals = mapOf(said["envs"]);
  const timeout = said["timeout"];
  const found = foundExtension({
    name: key,
    file,
    ...(url === undefined ? { command, args: wordsOf(said["args"]), env: literals } : { url }),
    headers: url === undefined ? {} : headersOf(mapOf(said["headers"]), literals),
    passed: url === undefined ? names.map((name) => ({ name, isOptional: false })) : [],
    cwd: nonEmptyText(said["cwd"]),
    isEnabled: said["enabled"] !== false,
    filter: filterIn(said),
    timeoutSeconds: typeof timeout === "number" ? timeout : undefined,
    translate: url === undefined ? withoutReferences : dollarReferences,
  });
  const kept = names.flatMap((name): FoundSecret[] => {
    const value = nonEmptyText(secrets[name]);
    return value === undefined ? [] : [{ name, value: value.trim(), file: secretsFile }];
  });
  into.extension({ ...found, secrets: [...found.secrets, ...kept] });
  return names;
}

/** Goose fills `$NAME` in headers from the extension's own variables first. */
function headersOf(headers: JsonObject, literals: JsonObject): JsonObject {
  const filled = Object.entries<JsonValue>(headers).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [
      name,
      text.replaceAll(
        /\$\{\s*([A-Za-z_]\w*)\s*\}|\$([A-Za-z_]\w*)/g,
        (whole, braced?: string, bare?: string) => {
          const variable = braced ?? bare ?? "";
          const literal = literals[variable];
          return typeof literal === "string" ? literal : `\${${variable}}`;
        },
      ),
    ] as const;
  });
  return Object.fromEntries(filled);
}

function readSecrets(
  secrets: JsonObject,
  used: readonly string[],
  file: string,
  { into, providers }: Reading,
): void {
  const others: string[] = [];
  for (const [name, value] of Object.entries<JsonValue>(secrets)) {
    const text = nonEmptyText(value);
    if (text !== undefined && isKeyVariable(providers, name)) into.secret({ name, value: text, file });
    else if (!used.includes(name)) others.push(name);
  }
  if (others.length > 0) into.leave("secrets", others.join(", "), "nothing in Skein uses it", file);
}

const verdicts: readonly (readonly [string, Verdict])[] = [
  ["always_allow", "allow"],
  ["ask_before", "ask"],
  ["never_allow", "deny"],
];

async function readPermissions(file: string, into: Collector): Promise<void> {
  const levels = (await readMap(file, "yaml", into)) ?? {};
  for (const [key, verdict] of verdicts) {
    for (const name of textsOf(mapOf(levels["user"])[key])) {
      const said = `${key}: ${name}`;
      const [extension, tool] = name.includes("__") ? name.split(/__(.*)/s) : ["developer", name];
      if (extension === undefined || tool === undefined) continue;
      const own = toolsMeantBy("goose", tool).filter((one) => extensionOfTool(one) === extension);
      if (extension !== "developer") into.rule({ verdict, extension, tool, said, file });
      else if (own.length === 0) into.leave("permissions", said, "Skein has no such tool", file);
      else for (const one of own) into.rule({ verdict, ...ownTool(one), said, file });
    }
  }
  if (levels["smart_approve"] !== undefined) {
    const why = "these are Goose's own guesses, and Skein makes none";
    into.leave("permissions", "smart_approve", why, file);
  }
}

/** One file per category; entries are parted by an empty line, and `# …` above one are its tags. */
async function readMemory(folder: string, into: Collector): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".txt")).toSorted();
  for (const name of names) {
    const file = join(folder, name);
    const text = await readText(file, into);
    const entries = (text ?? "")
      .replaceAll("\r\n", "\n")
      .split(/\n{2,}/)
      .map((entry) => entry.trim().replace(/^#[ \t]*([^\n]*)\n/, "[$1] "))
      .filter((entry) => entry !== "");
    if (entries.length === 0) continue;
    const category = name.slice(0, -".txt".length);
    const list = entries.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`).join("\n");
    into.notes({
      id: `goose memory ${category}`,
      title: `From Goose's memory: ${category}`,
      text: list,
      file,
    });
  }
}

async function readHints(file: string, into: Collector): Promise<void> {
  const text = await readText(file, into);
  if (text !== undefined) into.notes({ id: "goose hints", title: "From Goose's hints", text, file });
}

async function leaveCustomProviders(folder: string, into: Collector): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).toSorted();
  for (const name of names) {
    const file = join(folder, name);
    const said = await readMap(file, "json", into);
    if (said === undefined) continue;
    const subject = `the provider ${nonEmptyText(said["display_name"]) ?? nonEmptyText(said["name"]) ?? name}`;
    into.leave("settings", subject, "add it as a definition of your own", file);
  }
}
