import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { groupedNumber, messageOf } from "@skein/protocol";
import type { NamedAgent } from "../options.ts";
import { agentOf, type AgentProblem } from "./agent-of.ts";
import type { AgentFolder } from "./folders.ts";
import { readFrontMatter } from "@skein/extension-kit/front-matter";
import { describeGuess, readText, type ReadText } from "@skein/platform/text";

/** An agent defined in a file. */
export interface FileAgent extends NamedAgent {
  readonly path: string;
}

export interface FoundAgents {
  /** One of each name, in the order of the folders. */
  readonly agents: readonly FileAgent[];
  readonly problems: readonly AgentProblem[];
}

/** Maximum bytes of a file: its body becomes part of the system prompt. */
const mostBytes = 262_144;

/**
 * Reads the agents in `*.md` files: YAML front matter, then the instructions. Of two with the same name the first
 * counts. A missing folder counts as empty, and a problem in one file does not affect others.
 */
export async function readAgents(folders: readonly AgentFolder[]): Promise<FoundAgents> {
  const problems: AgentProblem[] = [];
  const agents = new Map<string, FileAgent>();
  for (const { path: folder, isForeign } of folders) {
    for (const file of await filesIn(folder)) {
      const agent = await readAgent(join(folder, file), isForeign, problems);
      const key = agent?.name.toLowerCase();
      if (agent && key !== undefined && !agents.has(key)) agents.set(key, agent);
    }
  }
  return { agents: [...agents.values()], problems };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
  return names.filter((name) => name.endsWith(".md") && !name.startsWith(".")).toSorted();
}

async function readAgent(
  path: string,
  isForeign: boolean,
  problems: AgentProblem[],
): Promise<FileAgent | undefined> {
  const read = await readSource(path);
  const matter = "text" in read ? await readFrontMatter(read.text) : read;
  if ("text" in read && read.isGuess) {
    problems.push({ path, line: 1, message: `it is not UTF-8: ${describeGuess(read)}`, level: "note" });
  }
  if ("message" in matter) {
    problems.push({ path, ...matter, level: "error" });
    return undefined;
  }
  const agent = agentOf(matter, { file: basename(path, ".md"), isForeign }, (field, level, message) =>
    problems.push({ path, line: matter.lineOf(field), message, level }),
  );
  return agent && { ...agent, path };
}

async function readSource(
  path: string,
): Promise<ReadText | { readonly line: number; readonly message: string }> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) return { line: 1, message: `it is larger than ${groupedNumber(mostBytes)} bytes` };
    return await readText(await readFile(path));
  } catch (error) {
    return { line: 1, message: `it cannot be read: ${messageOf(error)}` };
  }
}
