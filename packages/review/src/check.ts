import { basename } from "node:path";
import { readOptionalFrontMatter } from "@skein/extension-kit/front-matter";
import { ConfigError, toolAlias } from "@skein/protocol";
import { severities, type Severity } from "./finding.ts";

/** What one reviewer looks for. */
export interface Check {
  readonly name: string;
  readonly description: string;
  /** For findings that it has no other severity for. */
  readonly severity: Severity;
  /** Names of the tools that it may use, of those that only read. Default: all of them. */
  readonly tools?: readonly string[];
  /** Folder, relative to the root of the repository, whose files it is about; `""`: all. */
  readonly folder: string;
  /** Instructions. */
  readonly text: string;
}

/**
 * Reads a file of `.agents/checks`: Markdown, with `name`, `description`, `severity-default` and `tools` before it, of
 * which none is required.
 *
 * @throws ConfigError that names file, line and field.
 */
export async function parseCheck(source: string, path: string, folder: string): Promise<Check> {
  const ofFile = basename(path).replace(/\.md$/i, "");
  const matter = await readOptionalFrontMatter(source);
  if ("message" in matter) throw new ConfigError("usage", `${path}:${matter.line}: ${matter.message}.`);
  const { fields, lineOf, body } = matter;
  const refuse = (field: string, fix: string) =>
    new ConfigError("usage", `${path}:${lineOf(field)}: ${field} cannot be used.`, { hint: fix });
  const { name = ofFile, description = "", tools } = fields;
  const severity = fields["severity-default"] ?? "medium";
  if (typeof name !== "string" || name.trim() === "") throw refuse("name", "Give a text.");
  if (typeof description !== "string") throw refuse("description", "Give a text.");
  const known = severities.find((each) => each === severity);
  if (known === undefined) throw refuse("severity-default", `Use one of: ${severities.join(", ")}.`);
  const named = typeof tools === "string" ? tools.split(/[\s,]+/) : tools;
  if (named !== undefined && !isTexts(named)) throw refuse("tools", "Give a list of names of tools.");
  return {
    name: name.trim(),
    description,
    severity: known,
    folder,
    text: body,
    ...(named ? { tools: named.filter((each) => each !== "").map((each) => toolAlias(each) ?? each) } : {}),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Those that every change is looked at for. */
export const builtinChecks: readonly Check[] = [
  {
    name: "bugs",
    description: "Whether the change does what it means to do.",
    severity: "high",
    folder: "",
    text: `Look for faults that the change brings: wrong conditions, off-by-one errors, cases that are not handled, errors that are swallowed, wrong units or types, races, resources that are not released, callers that the change breaks. Not style, not naming, not missing tests.`,
  },
  {
    name: "security",
    description: "Whether the change can be misused.",
    severity: "high",
    folder: "",
    text: `Look for ways in which the change can be misused: injection into commands, queries, paths, HTML or logs, missing authorization, secrets in the code, unsafe deserialization, weak randomness or cryptography, requests to addresses that a stranger chooses, limits that are missing. Name who could do what with it.`,
  },
];
