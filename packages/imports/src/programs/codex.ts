import { join } from "node:path";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { effortOf } from "../reading/efforts.ts";
import type { Collector } from "../findings.ts";
import { foundExtension } from "../reading/found-extension.ts";
import { foundModel } from "../reading/found-model.ts";
import { filterIn, serverProblem } from "../reading/mcp-servers.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { isKeyVariable } from "../reading/provider-ids.ts";
import { mapOf, readMap, readText, nonEmptyText, textsOf, wordsOf } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";
import { readCodexRules } from "./codex-rules.ts";

/** Sources: https://developers.openai.com/codex/config-reference, /mcp, /agent-approvals-security. */
export async function readCodex(reading: Reading): Promise<void> {
  const { folder, into, providers } = reading;
  const file = join(folder, "config.toml");
  const config = (await readMap(file, "toml", into)) ?? {};
  readSettings(config, file, reading);
  await readCodexRules(join(folder, "rules"), into);
  for (const [name, said] of Object.entries<JsonValue>(mapOf(config["mcp_servers"])))
    readServer(name, mapOf(said), file, into);
  const notes = join(folder, "AGENTS.md");
  const text = await readText(notes, into);
  if (text !== undefined)
    into.notes({ id: "codex notes", title: "From Codex's AGENTS.md", text, file: notes });
  const authFile = join(folder, "auth.json");
  const auth = (await readMap(authFile, "json", into)) ?? {};
  for (const [name, value] of Object.entries<JsonValue>(auth)) {
    if (isKeyVariable(providers, name) && typeof value === "string" && value !== "")
      into.secret({ name, value, file: authFile });
  }
  if (auth["tokens"] !== undefined && auth["tokens"] !== null)
    into.leave(
      "secrets",
      "the sign-in",
      { why: "it is Codex's own; Skein takes an API key", remedy: { do: "enter-key" } },
      authFile,
    );
}

function readSettings(config: JsonObject, file: string, reading: Reading): void {
  const { into } = reading;
  const model = nonEmptyText(config["model"]);
  const provider = nonEmptyText(config["model_provider"]);
  if (model !== undefined || provider !== undefined) {
    const said = { provider: provider === undefined ? "model" : "model_provider", model: "model" };
    foundModel({ provider: provider ?? "openai", model, said, file }, reading);
  }
  const effort = nonEmptyText(config["model_reasoning_effort"]);
  if (effort !== undefined)
    into.setting({ name: "effort", value: effortOf(effort), said: "model_reasoning_effort", file });
  const approval = config["approval_policy"];
  const sandbox = nonEmptyText(config["sandbox_mode"]);
  if (approval === "never" && sandbox === "danger-full-access") {
    const said = "approval_policy never with sandbox_mode danger-full-access";
    into.setting({ name: "mode", value: "auto", said, file });
  } else {
    const why = "it belongs to the sandbox of Codex: the settings mode and sandbox decide in Skein";
    for (const key of ["approval_policy", "sandbox_mode"])
      if (config[key] !== undefined)
        into.leave("settings", `${key} ${JSON.stringify(config[key])}`, why, file);
  }
  const known = [
    "model",
    "model_provider",
    "model_reasoning_effort",
    "approval_policy",
    "sandbox_mode",
    "mcp_servers",
  ];
  leaveOtherKeys(config, known, { area: "settings", file, into });
}

function readServer(name: string, said: JsonObject, file: string, into: Collector): void {
  const problem = serverProblem(said);
  if (problem !== undefined) {
    into.leave("extensions", name, problem, file);
    return;
  }
  const token = nonEmptyText(said["bearer_token_env_var"]);
  const fromEnvironment = Object.entries<JsonValue>(mapOf(said["env_http_headers"])).flatMap(
    ([header, variable]) => (typeof variable === "string" ? [[header, `\${${variable}:-}`] as const] : []),
  );
  const literal = foundExtension({
    name,
    file,
    command: nonEmptyText(said["command"]),
    args: wordsOf(said["args"]),
    env: mapOf(said["env"]),
    passed: textsOf(said["env_vars"]).map((variable) => ({ name: variable, isOptional: true })),
    cwd: nonEmptyText(said["cwd"]),
    url: nonEmptyText(said["url"]),
    headers: mapOf(said["http_headers"]),
    isEnabled: said["enabled"] !== false,
    filter: filterIn(said),
    timeoutSeconds: typeof said["tool_timeout_sec"] === "number" ? said["tool_timeout_sec"] : undefined,
  });
  const references = Object.fromEntries([
    ...fromEnvironment,
    ...(token === undefined ? [] : [["authorization", `Bearer \${${token}}`] as const]),
  ]);
  if (Object.keys(references).length === 0) into.extension(literal);
  else {
    const headers = { ...mapOf(literal.entry["headers"]), ...references };
    into.extension({ ...literal, entry: { ...literal.entry, headers } });
  }
}
