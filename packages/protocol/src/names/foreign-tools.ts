import type { BuiltinExtensionName } from "./builtin-extensions.ts";

/** Agents whose tools, rules, hooks, recipes or settings are read. */
export type ForeignAgent = "claude" | "codex" | "gemini" | "goose" | "opencode";

/** A tool of Skein, and what other agents call the same. */
interface ToolNames extends Partial<Readonly<Record<ForeignAgent, readonly string[]>>> {
  readonly extension: BuiltinExtensionName;
  /** Names of tools that do part of this, or something like it: no rule and no hook for them holds here. */
  readonly similar?: readonly string[];
}

/**
 * Skein's tools by their own name, and their names in other agents as these write them, today's first. A name that may
 * stand for several tools is the one that does least.
 */
const foreignTools = {
  shell: {
    extension: "developer",
    claude: ["Bash"],
    codex: ["shell", "shell_command", "exec_command", "local_shell"],
    gemini: ["run_shell_command"],
    goose: ["shell"],
    opencode: ["bash"],
    similar: ["automation_script"],
  },
  job: {
    extension: "developer",
    similar: ["BashOutput", "KillShell", "KillBash", "TaskOutput", "TaskStop", "write_stdin"],
  },
  read: {
    extension: "developer",
    claude: ["Read"],
    gemini: ["read_file"],
    opencode: ["read"],
    similar: ["NotebookRead", "view", "view_image", "read_many_files"],
  },
  write: {
    extension: "developer",
    claude: ["Write"],
    gemini: ["write_file"],
    goose: ["write"],
    opencode: ["write"],
  },
  edit: {
    extension: "developer",
    claude: ["Edit", "MultiEdit"],
    codex: ["apply_patch"],
    gemini: ["replace"],
    goose: ["edit"],
    opencode: ["edit", "patch"],
    similar: ["str_replace", "text_editor"],
  },
  search: {
    extension: "developer",
    claude: ["Grep"],
    gemini: ["grep_search", "search_file_content"],
    opencode: ["grep"],
  },
  tree: {
    extension: "developer",
    claude: ["LS", "Glob"],
    gemini: ["list_directory", "glob"],
    goose: ["tree"],
    opencode: ["list", "glob"],
  },
  subagent: {
    extension: "subagents",
    claude: ["Task", "Agent"],
    goose: ["delegate"],
    opencode: ["task"],
  },
  todo: {
    extension: "todo",
    claude: ["TodoWrite"],
    codex: ["update_plan"],
    gemini: ["write_todos"],
    goose: ["todo_write"],
    opencode: ["todowrite"],
    similar: ["todoread", "todo_read", "TaskCreate", "TaskUpdate", "TaskList"],
  },
  propose_plan: { extension: "plan", similar: ["ExitPlanMode"] },
  ask_user: { extension: "ask_user", similar: ["AskUserQuestion", "request_user_input"] },
  skill: { extension: "skills", claude: ["Skill"], goose: ["load_skill", "loadSkill"], opencode: ["skill"] },
  remember: { extension: "memory", gemini: ["save_memory"], goose: ["remember_memory"] },
  look_up_memory: { extension: "memory", goose: ["retrieve_memories"] },
  forget: { extension: "memory", goose: ["remove_memory_category", "remove_specific_memory"] },
  search_sessions: { extension: "chatrecall", goose: ["chatrecall"] },
  fetch: {
    extension: "web",
    claude: ["WebFetch"],
    gemini: ["web_fetch"],
    opencode: ["webfetch"],
    similar: ["web_scrape", "fetch_url"],
  },
  web_search: {
    extension: "web",
    claude: ["WebSearch"],
    codex: ["web_search"],
    gemini: ["google_web_search"],
    opencode: ["websearch"],
  },
} as const satisfies Readonly<Record<string, ToolNames>>;

/** A tool of Skein that other agents have, too. */
export type SharedTool = keyof typeof foreignTools;

/** Tools that show files and folders, and change nothing. */
export const readingTools = ["read", "search", "tree"] as const satisfies readonly SharedTool[];

/** Names whose permissions and lists of tools mean several tools here. */
const together: Partial<Readonly<Record<ForeignAgent, Readonly<Record<string, readonly SharedTool[]>>>>> = {
  claude: { Read: readingTools, Edit: ["edit", "write"] },
  goose: { text_editor: ["read", "write", "edit"] },
  opencode: { edit: ["edit", "write"] },
};

const names: Readonly<Record<SharedTool, ToolNames>> = foreignTools;
const tools = Object.keys(foreignTools) as readonly SharedTool[];

const aliases: ReadonlyMap<string, SharedTool> = new Map(
  tools.flatMap((tool) => {
    const { extension: _, ...others } = names[tool];
    return Object.values(others)
      .flat()
      .map((name) => [name.toLowerCase(), tool] as const);
  }),
);

/**
 * Translates another agent's tool name. Case is ignored.
 *
 * @returns Skein's name, or undefined if the name is unknown.
 */
export function toolAlias(name: string): SharedTool | undefined {
  return aliases.get(name.trim().toLowerCase());
}

/** The built-in extension that a tool belongs to. */
export function extensionOfTool(tool: SharedTool): BuiltinExtensionName {
  return names[tool].extension;
}

/** What an agent calls a tool, today's name first; empty if it has no such tool. */
export function foreignNames(agent: ForeignAgent, tool: SharedTool): readonly string[] {
  return names[tool][agent] ?? [];
}

/**
 * The tools here that a permission for an agent's tool speaks of, the closest first; empty for a name that the agent
 * does not have. Case counts.
 */
export function toolsMeantBy(agent: ForeignAgent, name: string): readonly SharedTool[] {
  const several = together[agent] ?? {};
  if (Object.hasOwn(several, name)) return several[name] ?? [];
  return tools.filter((tool) => foreignNames(agent, tool).includes(name));
}
