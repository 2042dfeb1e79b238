import { join } from "node:path";

/** A folder of agents. */
export interface AgentFolder {
  readonly path: string;
  /** Written for another program: its tool names are translated, and its model names are ignored. */
  readonly isForeign: boolean;
}

export interface AgentPlaces {
  /** The project's folder. Only if trusted: its agents contain instructions for a model. */
  readonly project?: string;
  /** The user's home folder. */
  readonly home: string;
  /** Skein's config folder of the user. */
  readonly config?: string;
}

const own = [".skein/agents", ".agents/agents", ".goose/agents"];
const foreign = [".claude/agents", ".opencode/agents", ".opencode/agent"];
const foreignAtHome = [".claude/agents", ".config/opencode/agents", ".config/opencode/agent"];

/** Where agents are looked for: the project before the user, Skein's folders before those of other programs. */
export function agentFolders({ project, home, config }: AgentPlaces): readonly AgentFolder[] {
  const under = (root: string, names: readonly string[], isForeign: boolean): AgentFolder[] =>
    names.map((name) => ({ path: join(root, name), isForeign }));
  return [
    ...(project === undefined ? [] : [...under(project, own, false), ...under(project, foreign, true)]),
    ...(config === undefined ? [] : under(config, ["agents"], false)),
    ...under(home, [...own, ".config/goose/agents"], false),
    ...under(home, foreignAtHome, true),
  ];
}
