import { extensionOfTool, type SharedTool, toolsMeantBy } from "@skein/protocol";
import type { RuleSubject } from "./rule-subject.ts";

/** The form of a rule about what a tool is called with. */
const forms: Partial<Readonly<Record<SharedTool, string>>> = {
  shell: "shell",
  read: "read",
  search: "read",
  tree: "read",
  edit: "edit",
  write: "edit",
  fetch: "fetch",
  subagent: "subagent",
};

/** Every tool that fetches is meant, whichever extension it belongs to. */
const nameInRules = (tool: SharedTool): string =>
  tool === "fetch" ? tool : `${extensionOfTool(tool)}__${tool}`;

type ForeignRule = { readonly subject: RuleSubject } | { readonly head: string; readonly argument: string };

/** A rule as Claude Code writes it, in our terms; `undefined` for one that is not of its forms. */
export function foreignRule(head: string, argument: string | undefined): ForeignRule | undefined {
  const [, server, tool] = /^mcp__(.+?)(?:__(.+))?$/.exec(head) ?? [];
  if (server !== undefined && argument === undefined) {
    const isWhole = tool === undefined || tool === "*";
    return tool?.includes("*") && !isWhole
      ? { head: "mcp", argument: `${server}__${tool}` }
      : { subject: { kind: "tool", name: `${server}__${tool ?? "*"}` } };
  }
  const tools = toolsMeantBy("claude", head);
  const [closest] = tools;
  if (closest === undefined) return undefined;
  const said = argument?.trim();
  if (said === undefined || said === "*" || said === ":*")
    return { subject: { kind: "tools", names: tools.map(nameInRules) } };
  const form = forms[closest];
  if (form === undefined) return undefined;
  if (form === "subagent") return { head: form, argument: `agent:${said}` };
  const isPath = form === "read" || form === "edit";
  return { head: form, argument: isPath ? pathFrom(said) : said };
}

/** There `//x` is at the root, and `/x` in the project. */
function pathFrom(path: string): string {
  if (path.startsWith("//")) return path.slice(1);
  return path.startsWith("/") ? `.${path}` : path;
}
