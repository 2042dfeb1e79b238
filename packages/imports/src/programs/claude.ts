import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type JsonObject,
  type JsonValue,
  type SharedTool,
  toolsMeantBy,
  type Verdict,
  verdicts,
} from "@skein/protocol";
import { parseRule } from "@skein/permissions";
import { readClaudeHooks } from "../reading/claude-hooks.ts";
import { effortOf } from "../reading/efforts.ts";
import { ownTool, type Collector, type FoundRule } from "../findings.ts";
import { foundModel } from "../reading/found-model.ts";
import { readMcpServers, sameReferences } from "../reading/mcp-servers.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { isKeyVariable, providerOfAddress } from "../reading/provider-ids.ts";
import { mapOf, readMap, readText, nonEmptyText, textsOf } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";

/** Sources: https://code.claude.com/docs/en/settings, /permissions, /mcp. */
export async function readClaude(reading: Reading): Promise<void> {
  const { folder, into } = reading;
  const file = join(folder, "settings.json");
  const settings = (await readMap(file, "json", into)) ?? {};
  readSettings(settings, file, reading);
  await readClaudeHooks(settings, file, reading);
  readRules(mapOf(settings["permissions"]), file, into);
  await readServers(reading);
  const notes = join(folder, "CLAUDE.md");
  const text = await readText(notes, into);
  if (text !== undefined)
    into.notes({ id: "claude notes", title: "From Claude Code's CLAUDE.md", text, file: notes });
  for (const name of ["agents", "commands", "skills", "rules"]) {
    const path = join(folder, name);
    if (existsSync(path)) into.leave("memory", `${name}/`, "Skein does not read these yet", path);
  }
}

/** Variables that choose the model, and those that choose somebody else to ask. */
const modelVariable = "ANTHROPIC_MODEL";
const elsewhereVariables = ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"];

function readSettings(settings: JsonObject, file: string, reading: Reading): void {
  const { into } = reading;
  const env = mapOf(settings["env"]);
  const said = nonEmptyText(settings["model"]) === undefined ? `env.${modelVariable}` : "model";
  const model = nonEmptyText(settings["model"]) ?? nonEmptyText(env[modelVariable]);
  const elsewhere = elsewhereVariables.find((name) => nonEmptyText(env[name]) !== undefined);
  if (elsewhere !== undefined)
    into.leave("settings", `env.${elsewhere}`, "Skein has no such provider yet", file);
  else if (model !== undefined && /^[^-[\]]+$|\[/.test(model)) {
    const reason = { why: "it is not the id of a model", remedy: { do: "choose-model" } } as const;
    into.leave("settings", `${said} ${model}`, reason, file);
  } else if (model !== undefined) {
    foundModel({ provider: "anthropic", model, said: { provider: said, model: said }, file }, reading);
  }
  const effort = nonEmptyText(settings["effortLevel"]);
  if (effort !== undefined)
    into.setting({ name: "effort", value: effortOf(effort), said: "effortLevel", file });
  readVariables(env, file, reading);
  const known = ["model", "effortLevel", "env", "permissions", "hooks", "disableAllHooks"];
  leaveOtherKeys(settings, known, { area: "settings", file, into });
}

function readVariables(env: JsonObject, file: string, { into, providers }: Reading): void {
  const others: string[] = [];
  for (const [name, value] of Object.entries<JsonValue>(env)) {
    const provider = providerOfAddress(providers, name);
    const text = nonEmptyText(value);
    if (text !== undefined && isKeyVariable(providers, name)) into.secret({ name, value: text, file });
    else if (text !== undefined && provider !== undefined)
      into.setting({ name: { addressOf: provider }, value: text, said: `env.${name}`, file });
    else if (![modelVariable, ...elsewhereVariables].includes(name)) others.push(`env.${name}`);
  }
  if (others.length > 0) into.leave("settings", others.join(", "), "Skein sets no variables", file);
}

/** Modes that mean the same in Skein. */
const sameModes: Readonly<Record<string, string>> = {
  default: "smart_approve",
  acceptEdits: "accept_edits",
  plan: "plan",
  bypassPermissions: "auto",
};

function readRules(permissions: JsonObject, file: string, into: Collector): void {
  const mode = nonEmptyText(permissions["defaultMode"]);
  const same = mode !== undefined && Object.hasOwn(sameModes, mode) ? sameModes[mode] : undefined;
  if (same !== undefined)
    into.setting({ name: "mode", value: same, said: `permissions.defaultMode ${mode}`, file });
  else if (mode !== undefined)
    into.leave("settings", `permissions.defaultMode ${mode}`, "Skein has no mode that does the same", file);
  for (const verdict of verdicts) {
    for (const rule of textsOf(permissions[verdict])) {
      const found = rulesOf(rule, verdict, file);
      if (typeof found === "string") into.leave("permissions", `${verdict} ${rule}`, found, file);
      else for (const one of found) into.rule(one);
    }
  }
  readDirectories(permissions, { isEditing: mode === "acceptEdits", file, into });
  const known = ["defaultMode", "allow", "ask", "deny", "additionalDirectories"];
  leaveOtherKeys(permissions, known, { area: "permissions", file, into });
}

/** Other folders that may be read, and changed where edits are accepted. */
function readDirectories(
  permissions: JsonObject,
  { isEditing, file, into }: { readonly isEditing: boolean; readonly file: string; readonly into: Collector },
): void {
  for (const folder of textsOf(permissions["additionalDirectories"])) {
    const said = `additionalDirectories ${folder}`;
    const path = folder.replace(/\/+$/, "");
    if (!/^(?:\/|~\/)[\w@%+=:,./ -]+$/.test(path)) {
      into.leave("permissions", said, "it is relative to a project, or has characters of patterns", file);
      continue;
    }
    const rule = { verdict: "allow", said, file } as const;
    into.rule({ ...rule, ...ownTool("read"), text: `read(${path}/**)` });
    if (isEditing) into.rule({ ...rule, ...ownTool("edit"), text: `edit(${path}/**)` });
  }
}

/** Why allowing a whole tool that changes files there is less than allowing it here. */
const allowIsLess = "Claude Code still asks before it changes protected files, and Skein would not";

/** @returns why it cannot be said in Skein's rules, or the rules. */
function rulesOf(rule: string, verdict: Verdict, file: string): readonly FoundRule[] | string {
  const said = `${verdict} ${rule}`;
  const server = /^mcp__(.+?)(?:__(.+))?$/.exec(rule);
  if (server) {
    const [, extension = "", tool] = server;
    const common = { verdict, extension, said, file };
    if (tool === undefined || tool === "*") return [common];
    return tool.includes("*")
      ? [{ ...common, isPartOf: "Skein's rules do not support `*` in names" }]
      : [{ ...common, tool }];
  }
  const [, name = "", argument] = /^(\w+)(?:\((.*)\))?$/s.exec(rule) ?? [];
  const tools = toolsMeantBy("claude", name);
  if (tools.length === 0) return "Skein has no such tool";
  const isWhole = argument === undefined || argument === "*" || argument === ":*";
  const isChange = tools.includes("edit") || tools.includes("write");
  const why = verdict === "allow" && isChange ? allowIsLess : undefined;
  if (!isWhole) return rulesWithArgument(rule, { name, tools, verdict, said, file });
  return tools.map((tool) => ({
    verdict,
    ...ownTool(tool),
    said,
    file,
    ...(why === undefined ? {} : { isPartOf: why }),
  }));
}

/** Forms that Skein reads as they are; it allows no more by them, and denies no less. */
const sharedForms: readonly string[] = ["Bash", "Read", "Edit", "Write", "WebFetch"];

function rulesWithArgument(
  text: string,
  {
    name,
    tools,
    ...common
  }: Pick<FoundRule, "verdict" | "said" | "file"> & { name: string; tools: readonly SharedTool[] },
): readonly FoundRule[] {
  if (!sharedForms.includes(name))
    return tools.map((one) => ({
      ...common,
      ...ownTool(one),
      isPartOf: "Skein's rules cannot say what it is called with",
    }));
  const parsed = parseRule(text);
  return "problem" in parsed
    ? tools.map((one) => ({ ...common, ...ownTool(one), isPartOf: parsed.problem.message }))
    : tools.slice(0, 1).map((one) => ({ ...common, ...ownTool(one), text }));
}

async function readServers({ folder, cwd, isDefault, into }: Reading): Promise<void> {
  const beside = join(folder, ".claude.json");
  const file = isDefault && !existsSync(beside) ? join(dirname(folder), ".claude.json") : beside;
  const state = (await readMap(file, "json", into)) ?? {};
  readMcpServers(state["mcpServers"], {
    file,
    into,
    plainUrl: "http",
    timeoutUnit: "ms",
    translate: sameReferences,
    ruleName: (name) => name.replaceAll(/[^A-Za-z0-9_-]/g, "_"),
  });
  const projects = Object.entries<JsonValue>(mapOf(state["projects"]));
  const here = Object.keys(mapOf(mapOf(mapOf(state["projects"])[cwd])["mcpServers"]));
  const own = join(cwd, ".mcp.json");
  const shared = Object.keys(mapOf((await readMap(own, "json", into))?.["mcpServers"]));
  const reason = {
    why: "it belongs to this project",
    remedy: { do: "add-to-project", section: "extensions" },
  } as const;
  for (const name of here) into.leave("extensions", name, reason, file);
  for (const name of shared) into.leave("extensions", name, reason, own);
  const elsewhere = projects
    .filter(([path]) => path !== cwd)
    .flatMap(([, one]) => Object.keys(mapOf(mapOf(one)["mcpServers"])));
  if (elsewhere.length > 0)
    into.leave("extensions", elsewhere.join(", "), "they belong to other projects", file);
}
