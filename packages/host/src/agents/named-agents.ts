import { basename } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import {
  agentFolders,
  readAgents,
  type AgentProblem,
  type FileAgent,
} from "@skein/extensions-builtin/subagents/agents";
import type { EffectiveSettings } from "../settings/effective-settings.ts";

export interface NamedAgents {
  /** One of each name. */
  readonly agents: readonly FileAgent[];
  readonly problems: readonly AgentProblem[];
  /** The folder of the project. */
  readonly project: string;
  /** Names of those in the project's folders, when none of them counts: the project is not trusted. */
  untrusted(): Promise<readonly string[]>;
}

/** The agents that files describe: the user's, and the project's once it is trusted. */
export async function namedAgents({
  folders,
  project,
}: Pick<EffectiveSettings, "folders" | "project">): Promise<NamedAgents> {
  const own = { home: homeFolder(), config: folders.config };
  const users = agentFolders(own);
  if (project.folder === own.home || project.trust === "restricted")
    return { ...(await readAgents(users)), project: project.folder, untrusted: async () => [] };
  const all = agentFolders({ ...own, project: project.folder });
  if (project.trust === "trusted") {
    const found = await readAgents(all);
    const [agents, left] = [false, true].map((isLeft) =>
      found.agents.filter(({ path }) => project.isUntrusted(path) === isLeft),
    );
    const untrusted = async () => (left ?? []).map(({ name }) => name);
    return { ...found, agents: agents ?? [], project: project.folder, untrusted };
  }
  return {
    ...(await readAgents(users)),
    project: project.folder,
    async untrusted() {
      const { agents } = await readAgents(all.slice(0, all.length - users.length));
      return agents.map(({ name }) => name);
    },
  };
}

export function agentProblemText({ path, line, message, level }: AgentProblem): string {
  return `${path}:${line}: ${message}${level === "error" ? "; this agent is left out" : ""}.`;
}

/** Throws `ConfigError` that says what there is, what is wrong with its file, or that the project is not trusted. */
export async function agentNamed(name: string, known: NamedAgents): Promise<FileAgent> {
  const { agents, problems } = known;
  const found = agents.find((agent) => agent.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const message = `There is no agent "${name}".`;
  const isMeant = ({ path }: AgentProblem) => basename(path, ".md").toLowerCase() === name.toLowerCase();
  const problem = problems.find((one) => one.level === "error" && isMeant(one));
  if (problem) {
    throw new ConfigError("usage", `${message} ${agentProblemText(problem)}`, {
      hint: "Correct the file.",
    });
  }
  if ((await known.untrusted()).some((one) => one.toLowerCase() === name.toLowerCase())) {
    throw new ConfigError("usage", `The agent "${name}" is one of this project, which is not trusted.`, {
      nextStep: { do: "trust-folder", folder: known.project },
    });
  }
  const names = agents.map((agent) => agent.name);
  const guess = nearestWord(name, names);
  const some =
    names.length === 0
      ? "No file describes one: an agent is a Markdown file in .skein/agents or your own agents folder."
      : `Use one of: ${names.join(", ")}.`;
  throw new ConfigError("usage", message, { hint: guess === undefined ? some : `Did you mean ${guess}?` });
}
