import { delimiter, isAbsolute } from "node:path";

/** What a child process is for. */
export type ChildKind =
  /** A command of the model's shell tool, and a check of a recipe. */
  | "command"
  /** Programs the user configured: hooks, MCP servers, language servers, and git as Skein's own helper. */
  | "program"
  /** Another agent, spoken to over ACP. */
  | "agent"
  /** Skein itself: background runs, slots of schedules, and the service that starts them. */
  | "skein"
  /** A program the user sees: editor, browser, notifier, status line. */
  | "user";

/** - `passes`: unchanged. - `removed`: never. - `set`: Skein's value, in place of any other. */
export type Treatment = "passes" | "removed" | "set";

/** Variables that are treated alike, and why. */
export interface VariableGroup {
  readonly name: string;
  /** Names; a trailing `*` matches any ending. Compared in any case. */
  readonly variables: readonly string[];
  readonly treatment: Readonly<Record<ChildKind, Treatment>>;
  readonly reason: string;
}

const never = {
  command: "removed",
  program: "removed",
  agent: "removed",
  skein: "removed",
  user: "removed",
} as const;
/** For programs only an allowlist passes, whatever their group. */
const inherited = {
  command: "passes",
  program: "removed",
  agent: "passes",
  skein: "passes",
  user: "passes",
} as const;

const words = (text: string): readonly string[] => text.split(" ");

/** The one table of what children of Skein get of its environment. A variable of no group passes, except to `program`. */
export const variableGroups: readonly VariableGroup[] = [
  {
    // Source: `git rev-parse --local-env-vars`, and what git sets for hooks.
    name: "git's repository",
    variables: words(
      "GIT_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_PREFIX GIT_INTERNAL_SUPER_PREFIX GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_QUARANTINE_PATH GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_* GIT_GRAFT_FILE GIT_SHALLOW_FILE GIT_REPLACE_REF_BASE GIT_NO_REPLACE_OBJECTS GIT_NAMESPACE GIT_REFLOG_ACTION",
    ),
    treatment: never,
    reason:
      "In a git hook they name the repository, index and settings of the commit under way: git in a worktree would write to the user's branch. Commands in the same checkout get a private copy of the index.",
  },
  {
    name: "an outer run of npm",
    variables: words(
      "npm_lifecycle_* npm_package_* npm_command npm_execpath npm_node_execpath npm_config_local_prefix npm_config_global_prefix npm_config_prefix INIT_CWD",
    ),
    treatment: never,
    reason: "They describe the script that started Skein, and steer an npm that a command starts elsewhere.",
  },
  {
    name: "an outer test run",
    variables: words(
      "NODE_TEST_CONTEXT VITEST VITEST_* JEST_WORKER_ID NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE NODE_UNIQUE_ID",
    ),
    treatment: never,
    reason: "A test runner that a command starts would believe it is a worker of the outer one.",
  },
  {
    name: "later steps of a workflow",
    variables: words("GITHUB_ENV GITHUB_PATH"),
    treatment: never,
    reason: "What is written to these files decides which programs the next steps of a GitHub workflow run.",
  },
  {
    name: "pagers and editors",
    variables: words(
      "PAGER GIT_PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR TERM GIT_TERMINAL_PROMPT SSH_ASKPASS_REQUIRE",
    ),
    treatment: { ...inherited, command: "set" },
    reason:
      "No one is there to page, edit or type a password. In a terminal of its own a command gets the user's.",
  },
  {
    name: "loaders",
    variables: words(
      "NODE_OPTIONS NODE_PATH LD_* DYLD_* PYTHONPATH PYTHONSTARTUP RUBYOPT PERL5LIB JAVA_TOOL_OPTIONS BASH_ENV ENV",
    ),
    treatment: inherited,
    reason: "A command needs the user's; a hook or server that needs one declares it.",
  },
  {
    name: "virtual environments",
    variables: words("VIRTUAL_ENV* CONDA_* PYENV_* NVM_* RBENV_* ASDF_* MISE_* NIX_*"),
    treatment: inherited,
    reason: "Commands find the interpreters of the user's shell. PATH alone passes to programs.",
  },
  {
    name: "CI",
    variables: words("CI GITHUB_* GITLAB_* BUILDKITE* JENKINS_* CIRCLECI"),
    treatment: inherited,
    reason: "Commands print without progress where they see it. Tokens among them are removed as secrets.",
  },
];

/** The only inherited variables of hooks, servers and helper programs. No keys are among them. */
export const programVariables: readonly string[] = words(
  "PATH HOME USER LOGNAME SHELL LANG LC_* TERM COLORTERM NO_COLOR TZ TMPDIR",
);

/** What a program that connects to other machines needs besides: `git` and `gh`, as helpers. */
export const networkVariables: readonly string[] = words(
  "HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy SSL_CERT_FILE SSL_CERT_DIR",
);

/** Returns true if a child of this kind may inherit a variable. Secrets are not looked at here. */
export function isInherited(kind: ChildKind, name: string): boolean {
  if (kind === "program") return programVariables.some((pattern) => matchesExactly(pattern, name));
  const group = variableGroups.find(({ variables }) => variables.some((pattern) => matches(pattern, name)));
  return group?.treatment[kind] !== "removed";
}

/** What a child inherits from an environment, by default that of this process, before anything is set for it. */
export function inheritedVariables(
  kind: ChildKind,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isInherited(kind, entry[0]),
  );
  // A command is the user's own shell, in which `PATH=.` means what it says.
  if (kind === "command") return Object.fromEntries(entries);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isPath(name) ? absolutePath(value) : value]),
  );
}

const isPath = (name: string): boolean => name.toUpperCase() === "PATH";

/** A search path without folders relative to the working folder: a project could put a program of its own there. */
function absolutePath(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);
}

function matches(pattern: string, name: string): boolean {
  return matchesExactly(pattern.toUpperCase(), name.toUpperCase());
}

function matchesExactly(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
