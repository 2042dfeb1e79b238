import { coversAddress } from "@skein/platform/hosts";
import { isJsonObject, toolAlias, type GateRequest, type JsonValue, type Verdict } from "@skein/protocol";
import { fitsWildcard } from "../wildcard.ts";
import type { CompiledRule, PermissionRule } from "./permission-rule.ts";

/** Whether a rule covers a call as a whole. Rules about commands and paths cover parts of it: see `judgeCall`. */
export function coversCall({ rule: { verdict }, subject }: CompiledRule, request: GateRequest): boolean {
  switch (subject.kind) {
    case "tool":
      return coversTool(subject.name, verdict, request);
    case "tools":
      return subject.names.some((name) => coversTool(name, verdict, request));
    case "server":
      return coversServerTool(subject.pattern, request);
    case "parameter":
      return coversTool(subject.tool, verdict, request) && coversValue(subject, request.input);
    case "domain": {
      const address = addressIn(request, verdict);
      return (
        address !== undefined &&
        coversAddress(subject.pattern, address, verdict === "allow" ? "exact" : "wide")
      );
    }
    case "shell":
      return subject.commands === "all" && isShell(request);
    case "path":
      return false;
  }
}

function coversTool(tool: string, verdict: Verdict, { tool: name, extension }: GateRequest): boolean {
  const whole = [extension, `${extension}__*`, "*"];
  if ([...whole, `${extension}__${ownName(name, extension)}`].includes(tool)) return true;
  if (verdict !== "allow") return tool === name || tool === ownName(name, extension);
  // `github__push` speaks of an extension. Another one may not have the rule for a tool that it calls just so.
  return tool === name && !tool.includes("__");
}

function coversServerTool(pattern: string, { tool, extension }: GateRequest): boolean {
  const server = `${extension}__`;
  return pattern.startsWith(server) && fitsWildcard(pattern.slice(server.length), ownName(tool, extension));
}

function coversValue(
  { parameter, value }: { readonly parameter: string; readonly value: string },
  input: JsonValue,
): boolean {
  const found = isJsonObject(input) && Object.hasOwn(input, parameter) ? input[parameter] : undefined;
  if (found === undefined) return false;
  return fitsWildcard(value, typeof found === "string" ? found : JSON.stringify(found));
}

/** What a call fetches. To allow it, the tool must be one that only fetches, and not a stranger's that is called so. */
function addressIn({ tool, extension, input }: GateRequest, verdict: Verdict): string | undefined {
  const name = ownName(tool, extension);
  const isFetch = name === "fetch" || toolAlias(name) === "fetch";
  const url = isJsonObject(input) ? (input["url"] ?? input["uri"]) : undefined;
  if (verdict === "allow")
    return isFetch && (extension === name || tool === name) && typeof url === "string" ? url : undefined;
  if (typeof url === "string") return url;
  return isFetch ? "" : undefined;
}

/** Whether a rule names the tool itself: not its extension, and not all tools. */
export function namesTool({ tool: written }: PermissionRule, { tool, extension }: GateRequest): boolean {
  const own = ownName(tool, extension);
  return [tool, own, `${extension}__${own}`].includes(written);
}

export function ownName(name: string, extension: string): string {
  return name.startsWith(`${extension}__`) ? name.slice(extension.length + 2) : name;
}

/** Calls of the tool that runs commands: of our own, by the name it has. */
export function isShell({ tool, extension }: Pick<GateRequest, "tool" | "extension">): boolean {
  return extension === "developer" && ownName(tool, extension) === "shell";
}

export function commandIn(request: GateRequest): string | undefined {
  const { input } = request;
  if (!isShell(request) || !isJsonObject(input)) return undefined;
  return typeof input["command"] === "string" ? input["command"] : undefined;
}
