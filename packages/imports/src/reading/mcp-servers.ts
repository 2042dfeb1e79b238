import { withoutReferences } from "@skein/host/settings";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { isServiceUrl } from "@skein/settings";
import type { Collector } from "../findings.ts";
import { foundExtension, type RawServer, type ToolFilter } from "./found-extension.ts";
import { mapOf, nonEmptyText, textsOf, wordsOf } from "./read-file.ts";

export interface McpServersOptions {
  readonly file: string;
  readonly into: Collector;
  /** What a `url` without a type is. */
  readonly plainUrl: "http" | "sse";
  /** Milliseconds or seconds in `timeout`. */
  readonly timeoutUnit: "ms" | "s";
  readonly translate: (text: string) => string;
  readonly ruleName?: (name: string) => string;
}

/** Servers in the form that most programs share: a map of names to `{ command, args, env }` or `{ url, headers }`. */
export function readMcpServers(servers: JsonValue | undefined, options: McpServersOptions): void {
  for (const [name, said] of Object.entries<JsonValue>(mapOf(servers))) {
    const problem = isJsonObject(said) ? serverProblem(said, options.plainUrl) : "it is not a map";
    if (problem === undefined) options.into.extension(foundExtension(rawServer(name, mapOf(said), options)));
    else options.into.leave("extensions", name, problem, options.file);
  }
}

function rawServer(name: string, said: JsonObject, options: McpServersOptions): RawServer {
  const timeout = typeof said["timeout"] === "number" ? said["timeout"] : undefined;
  const { timeoutUnit, file, translate, ruleName } = options;
  return {
    name,
    file,
    command: nonEmptyText(said["command"]),
    args: wordsOf(said["args"]),
    env: mapOf(said["env"]),
    cwd: nonEmptyText(said["cwd"]),
    url: nonEmptyText(said["httpUrl"]) ?? nonEmptyText(said["url"]),
    headers: mapOf(said["headers"]),
    isEnabled: said["disabled"] !== true && said["enabled"] !== false,
    timeoutSeconds: timeout === undefined || timeoutUnit === "s" ? timeout : timeout / 1000,
    filter: filterIn(said),
    translate,
    ...(ruleName === undefined ? {} : { ruleName: ruleName(name) }),
  };
}

/** Lists of tools under the names that programs have for them. `*` stands for all. */
export function filterIn(said: JsonObject): ToolFilter {
  const namesIn = (keys: readonly string[]) =>
    keys.flatMap((key) => textsOf(said[key])).filter((name) => name !== "*");
  return {
    tools: namesIn(["tools", "includeTools", "available_tools", "enabled_tools"]),
    excludeTools: namesIn(["excludeTools", "disabled_tools"]),
  };
}

/** Why Skein cannot have this server as it is; `undefined` when it can. */
export function serverProblem(said: JsonObject, plainUrl: "http" | "sse" = "http"): string | undefined {
  if ("headersHelper" in said) return "its headers come from a program";
  if ("authProviderType" in said) return `it signs in with ${JSON.stringify(said["authProviderType"])}`;
  const address = nonEmptyText(said["httpUrl"]) ?? nonEmptyText(said["url"]);
  if (address !== undefined && isWrong(address))
    return "its address is not http or https, or holds a password";
  if (said["httpUrl"] !== undefined) return undefined;
  const type = nonEmptyText(said["type"]) ?? (said["url"] === undefined ? "stdio" : plainUrl);
  if (type === "sse") return "it speaks SSE, which Skein does not: streamable HTTP took its place";
  if (!["stdio", "http", "streamable-http", "streamable_http", "streamableHttp"].includes(type))
    return `Skein does not support servers of type ${JSON.stringify(type)}`;
  if (nonEmptyText(said["command"]) === undefined && nonEmptyText(said["url"]) === undefined)
    return "it has neither a command nor an address";
  return undefined;
}

/** What refers to variables cannot be judged before they are filled in. */
export function isWrong(address: string): boolean {
  return !address.includes("$") && !address.includes("{") && !isServiceUrl(address);
}

/** For programs that know `${NAME}` and `${NAME:-otherwise}` as we do. */
export function sameReferences(text: string): string {
  return text;
}

/** For programs that also know `$NAME`. What looks like neither means itself. */
export function dollarReferences(text: string): string {
  return text.replaceAll(
    /\$\{([A-Za-z_]\w*)(:-[^}]*)?\}|\$([A-Za-z_]\w*)|\$\{/g,
    (whole: string, braced: string | undefined, fallback: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare;
      return name === undefined ? withoutReferences(whole) : `\${${name}${fallback ?? ""}}`;
    },
  );
}
