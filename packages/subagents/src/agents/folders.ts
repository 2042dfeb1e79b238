import { join } from "node:path";

/** A folder of agents. */
export interface AgentFolder {
  readonly path: string;
  /** Written for another program: its names of tools are translated, and its names of models mean nothing here. */
  readonly isForeign: boolean;
}

export interface AgentPlaces {
  /** The project's folder. Only when it is trusted: its agents say what a model is told. */
  readonly project?: string;
  /** The user's home. */
  readonly home: string;
  /** Skein's own folder for the user's settings. */
  readonly config?: string;
}

const own = [".skein/agents", ".agents/agents", ".goose/agents"];
const foreign = [".claude/agents", ".opencode/agents", ".opencode/agent"];
const foreignAtHome = [".claude/agents", ".config/opencode/agents", ".config/opencode/agent"];

/** Where agents are looked for: the project before the user, our own folders before those of others. */
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
