import { join } from "node:path";
import { withoutReferences } from "@skein/host/settings";
import { isJsonObject, type JsonObject, type JsonValue, toolsMeantBy, verdicts } from "@skein/protocol";
import { ownTool, type Collector } from "../findings.ts";
import { foundExtension } from "../reading/found-extension.ts";
import { foundKeys } from "../reading/found-keys.ts";
import { foundModel } from "../reading/found-model.ts";
import { isWrong } from "../reading/mcp-servers.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { mapOf, readMap, readText, nonEmptyText, wordsOf } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";

/** Sources: https://opencode.ai/docs/config, /mcp-servers, /permissions. */
export async function readOpencode(reading: Reading): Promise<void> {
  const { folder, data, into } = reading;
  for (const name of ["config.json", "opencode.json", "opencode.jsonc"]) {
    const file = join(folder, name);
    const config = await readMap(file, "json", into);
    if (config === undefined) continue;
    const [provider, model] = (nonEmptyText(config["model"]) ?? "").split(/\/(.*)/s);
    if (provider) foundModel({ provider, model, said: { provider: "model", model: "model" }, file }, reading);
    // Its second version has the servers one level further down.
    const { servers, ...mcp } = mapOf(config["mcp"]);
    for (const [server, said] of Object.entries<JsonValue>({ ...mcp, ...mapOf(servers) }))
      readServer(server, mapOf(said), file, into);
    readRules(config["permission"], file, into);
    leaveOtherKeys(config, ["model", "mcp", "permission"], { area: "settings", file, into });
  }
  const notes = join(folder, "AGENTS.md");
  const text = await readText(notes, into);
  if (text !== undefined)
    into.notes({ id: "opencode notes", title: "From OpenCode's AGENTS.md", text, file: notes });
  await foundKeys(
    { file: join(data, "auth.json"), keyIn, why: "it is a sign-in of OpenCode's own" },
    reading,
  );
}

function readServer(name: string, said: JsonObject, file: string, into: Collector): void {
  const [command, ...args] = wordsOf(said["command"]);
  const url = nonEmptyText(said["url"]);
  const leave = (why: string): void => into.leave("extensions", name, why, file);
  if (command === undefined && url === undefined) return leave("it has neither a command nor an address");
  if (url !== undefined && isWrong(url))
    return leave("its address is not http or https, or holds a password");
  if (JSON.stringify(said).includes("{file:")) return leave("it takes texts from other files");
  into.extension(
    foundExtension({
      name,
      file,
      ...(url === undefined ? { command, args, env: mapOf(said["environment"]) } : { url }),
      headers: mapOf(said["headers"]),
      cwd: nonEmptyText(said["cwd"]),
      isEnabled: said["enabled"] !== false && said["disabled"] !== true,
      translate: (words) => withoutReferences(words).replaceAll(/\{env:([A-Za-z_]\w*)\}/g, "${$1:-}"),
    }),
  );
}

function readRules(permission: JsonValue | undefined, file: string, into: Collector): void {
  if (permission === undefined) return;
  const rules = isJsonObject(permission) ? permission : { "*": permission };
  for (const [name, said] of Object.entries<JsonValue>(rules)) {
    const subject = `${name}: ${JSON.stringify(said)}`;
    const leave = (why: string): void => into.leave("permissions", subject, why, file);
    const verdict = verdicts.find((one) => one === said);
    const covered = toolsMeantBy("opencode", name);
    if (name === "*") leave("the later rules of OpenCode go before it, and in Skein the strictest does");
    else if (covered.length === 0) leave("Skein's rules have no name for it");
    else if (verdict === undefined) leave("Skein's rules know tools, not what they are called with");
    else if (verdict === "allow")
      leave("OpenCode still asks outside the working folder, and Skein would not");
    else for (const tool of covered) into.rule({ verdict, ...ownTool(tool), said: subject, file });
  }
}

function keyIn({ type, key }: JsonObject): string | undefined {
  return type === "api" && typeof key === "string" && key !== "" ? key : undefined;
}
