import { basename, dirname } from "node:path";
import { readFrontMatter } from "@skein/extension-kit/front-matter";
import { escapeInvisible, isJsonObject, oneLine, type JsonObject, type JsonValue } from "@skein/protocol";
import { allowedToolsIn } from "./allowed-tools.ts";
import type { Skill, SkillProblem } from "./skill.ts";

const mostNameCharacters = 64;
const mostDescriptionCharacters = 1024;
const mostCompatibilityCharacters = 500;

export interface ParsedSkill {
  /** Absent when it cannot be used. */
  readonly skill?: Omit<Skill, "from" | "hasPrograms">;
  readonly problems: readonly SkillProblem[];
}

type Tell = (field: string, message: string, level?: SkillProblem["level"]) => void;

/**
 * Reads a `SKILL.md`. Lenient where the text can still be used: what breaks the specification is then a note. Without
 * front matter or description there is no skill.
 *
 * Source: https://agentskills.io/specification
 *
 * @param path - absolute.
 */
export async function parseSkill(text: string, path: string): Promise<ParsedSkill> {
  const matter = await readFrontMatter(text);
  if ("message" in matter)
    return { problems: [{ path, line: matter.line, message: matter.message, level: "error" }] };
  const { fields, lineOf } = matter;
  const problems: SkillProblem[] = [];
  const tell: Tell = (field, message, level = "note") =>
    void problems.push({ path, line: lineOf(field), message, level });
  const folder = dirname(path);
  const name = nameIn(fields["name"], basename(folder), tell);
  const description = descriptionIn(fields["description"], tell);
  checkOthers(fields, tell);
  const narrowing = fields["allowed-tools"];
  const allowedTools = narrowing === undefined ? undefined : allowedToolsIn(narrowing);
  if (narrowing !== undefined && !allowedTools)
    tell("allowed-tools", "allowed-tools must be names of tools, separated by spaces", "error");
  if (name === undefined || description === undefined || problems.some(({ level }) => level === "error"))
    return { problems };
  return {
    skill: {
      name,
      description,
      path,
      folder,
      isForUserOnly: fields["disable-model-invocation"] === true,
      isForModelOnly: fields["user-invocable"] === false,
      ...(allowedTools ? { allowedTools } : {}),
    },
    problems,
  };
}

/** The text that follows the front matter. */
export async function skillBody(text: string): Promise<string> {
  const matter = await readFrontMatter(text);
  return "message" in matter ? text : matter.body;
}

/** Whether every program takes the name, as the specification has it. Others are read all the same. */
export function isPortableSkillName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= mostNameCharacters;
}

function nameIn(value: JsonValue | undefined, folder: string, tell: Tell): string | undefined {
  if (value === undefined || value === null)
    tell("name", `it has no name; it is called ${folder}, like its folder`);
  const name = typeof value === "string" || typeof value === "number" ? String(value).trim() : folder;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(name)) {
    tell("name", `the name ${JSON.stringify(name)} must be one word of letters, digits and hyphens`, "error");
    return undefined;
  }
  if (name.length > mostNameCharacters) {
    tell("name", `the name has ${name.length} characters; at most ${mostNameCharacters}`, "error");
    return undefined;
  }
  if (!isPortableSkillName(name))
    tell("name", `the name ${name} should be lower-case letters, digits and single hyphens`);
  if (value !== undefined && name !== folder)
    tell("name", `the name ${name} is not that of its folder, ${folder}`);
  return name;
}

function descriptionIn(value: JsonValue | undefined, tell: Tell): string | undefined {
  const description = typeof value === "string" ? oneLine(escapeInvisible(value)) : "";
  if (description === "") {
    tell("description", "there is no description, so no model knows when to use it", "error");
    return undefined;
  }
  if (description.length > mostDescriptionCharacters)
    tell(
      "description",
      `the description has ${description.length} characters; at most ${mostDescriptionCharacters}`,
    );
  return description;
}

function checkOthers(fields: JsonObject, tell: Tell): void {
  const { compatibility, metadata } = fields;
  if (typeof compatibility === "string" && compatibility.length > mostCompatibilityCharacters)
    tell(
      "compatibility",
      `compatibility has ${compatibility.length} characters; at most ${mostCompatibilityCharacters}`,
    );
  if (metadata !== undefined && !isJsonObject(metadata)) tell("metadata", "metadata must be a map");
  if (fields["hooks"] !== undefined) tell("hooks", "hooks of a skill are never run");
}
