import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Verdict,
  isPermissionMode,
  permissionModeNames,
  readModelName,
} from "@skein/protocol";
import type { ChildRule, NamedAgent } from "../options.ts";
import type { FrontMatter } from "@skein/extension-kit/front-matter";
import { ownToolName } from "./tool-names.ts";

export interface AgentProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** `error`: the agent is not available. `note`: it is, without what the message names. */
  readonly level: "error" | "note";
}

type Tell = (field: string, level: AgentProblem["level"], message: string) => void;

interface Source {
  /** File name without its extension. */
  readonly file: string;
  readonly isForeign: boolean;
}

/**
 * Creates an agent from the fields of a file. Understands several programs' names of fields and skips unknown ones.
 * `undefined` if it is not a subagent, is disabled, or has an error.
 */
export function agentOf({ fields, body }: FrontMatter, source: Source, tell: Tell): NamedAgent | undefined {
  const { isForeign } = source;
  if (fields["disable"] === true || fields["disabled"] === true || fields["mode"] === "primary")
    return undefined;
  const name = nameOf(fields["name"] ?? source.file);
  if (name === undefined) {
    tell("name", "error", "the name must be a text with letters or digits");
    return undefined;
  }
  const description =
    textIn(fields["description"]) ??
    body
      .split("\n", 1)[0]
      ?.replace(/^#+\s*/, "")
      .trim();
  if (description === undefined || description === "") {
    tell("description", "error", "there is no description, so no model knows when to use it");
    return undefined;
  }
  const tools = allowedTools(fields["tools"], isForeign, tell);
  const rules = [
    ...deniedIn(fields["tools"], isForeign),
    ...(listIn(fields["disallowedTools"]) ?? []).flatMap((tool) => rulesFor(tool, "deny", isForeign)),
    ...permissionRules(fields["permission"], isForeign, tell),
  ];
  const extensions = listIn(fields["extensions"]);
  const mode = modeIn(fields, tell);
  return {
    name,
    description,
    ...(body === "" ? {} : { system: body }),
    ...modelIn(fields, isForeign, tell),
    ...numberIn(fields, ["temperature"], "temperature", tell),
    ...numberIn(fields, ["max_turns", "maxTurns", "maxSteps", "steps"], "maxTurns", tell),
    ...(extensions ? { extensions } : {}),
    ...(tools ? { tools } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(fields["isolation"] === "worktree" ? { worktree: true } : {}),
  };
}

/** One word, so that it can be mentioned: `Code Reviewer` is `Code-Reviewer`. */
function nameOf(value: JsonValue): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const name = String(value)
    .trim()
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, "-")
    .slice(0, 64);
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A list, or comma-separated text. */
function listIn(value: JsonValue | undefined): readonly string[] | undefined {
  const items = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(items)) return undefined;
  return (items as readonly JsonValue[])
    .flatMap((item) => (typeof item === "string" ? [item.trim()] : []))
    .filter((item) => item !== "");
}

function allowedTools(
  value: JsonValue | undefined,
  isForeign: boolean,
  tell: Tell,
): readonly string[] | undefined {
  const names = listIn(value);
  if (!names || names.includes("*")) return undefined;
  if (!isForeign) return names;
  return [
    ...new Set(
      names.flatMap((name) => {
        const own = ownToolName(name);
        if (own === undefined)
          tell("tools", "note", `${name} is left out: a tool with conditions is not there`);
        return own ?? [];
      }),
    ),
  ];
}

/** `{ write: false }` */
function deniedIn(value: JsonValue | undefined, isForeign: boolean): readonly ChildRule[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([tool, isOn]) =>
    isOn === false ? rulesFor(tool, "deny", isForeign) : [],
  );
}

function permissionRules(value: JsonValue | undefined, isForeign: boolean, tell: Tell): readonly ChildRule[] {
  if (value === "deny" || value === "ask") return [{ tool: "*", verdict: value }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([tool, said]) => {
    const verdict = strictest(said);
    if (isJsonObject(said) && verdict)
      tell("permission", "note", `what it says of ${tool} by patterns holds for all of it: ${verdict}`);
    return verdict ? rulesFor(tool, verdict, isForeign) : [];
  });
}

function strictest(said: JsonValue): Verdict | undefined {
  const words = isJsonObject(said) ? Object.values(said) : [said];
  return words.includes("deny") ? "deny" : words.includes("ask") ? "ask" : undefined;
}

/** Elsewhere `edit` stands for all tools that change files. */
function rulesFor(tool: string, verdict: Verdict, isForeign: boolean): readonly ChildRule[] {
  if (!isForeign) return [{ tool, verdict }];
  const name = ownToolName(tool.replace(/\(.*$/, "")) ?? tool;
  return (name === "edit" ? ["edit", "write"] : [name]).map((each) => ({ tool: each, verdict }));
}

function modeIn(fields: JsonObject, tell: Tell): string | undefined {
  if (fields["permissionMode"] === "plan") return "plan";
  const { mode } = fields;
  if (mode === undefined || mode === "subagent" || mode === "all") return undefined;
  if (typeof mode === "string" && isPermissionMode(mode)) return mode;
  const others = permissionModeNames.join(", ");
  tell("mode", "note", `the mode ${JSON.stringify(mode)} is left out; there are ${others}`);
  return undefined;
}

/** `provider/model`, or a model of the parent's provider. */
function modelIn(
  fields: JsonObject,
  isForeign: boolean,
  tell: Tell,
): { readonly provider?: string; readonly model?: string } {
  const model = textIn(fields["model"]);
  const provider = textIn(fields["provider"]);
  if (model === undefined || model === "inherit") return provider === undefined ? {} : { provider };
  if (provider !== undefined) return { provider, model };
  const named = readModelName(model);
  if (named.provider !== undefined || !isForeign) return named;
  tell("model", "note", `the model ${model} is left out: it names no provider; the agent uses the parent's`);
  return {};
}

function numberIn<Key extends string>(
  fields: JsonObject,
  names: readonly string[],
  key: Key,
  tell: Tell,
): { readonly [Name in Key]?: number } {
  const name = names.find((each) => fields[each] !== undefined && fields[each] !== null);
  if (name === undefined) return {};
  const value = fields[name];
  const isCount = key === "maxTurns";
  if (typeof value === "number" && (isCount ? Number.isInteger(value) && value > 0 : value >= 0)) {
    return { [key]: value } as { readonly [Name in Key]: number };
  }
  tell(name, "note", `${name} is left out: it must be a ${isCount ? "whole number above 0" : "number"}`);
  return {};
}
