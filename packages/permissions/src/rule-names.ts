/** What can be known of tools before any server has started. */
export interface KnownTools {
  readonly tools: readonly { readonly name: string; readonly extension: string }[];
  /** Names of servers; which tools they have is not known. */
  readonly servers: readonly string[];
  /** The known word that was most likely meant. */
  readonly nearest: (word: string, known: readonly string[]) => string | undefined;
}

export interface RuleNameProblem {
  readonly message: string;
  readonly fix: string;
}

/** What other programs call our tools, in lower case. */
const otherNames: Readonly<Record<string, string>> = {
  bash: "shell",
  run_shell_command: "shell",
  read_file: "read",
  write_file: "write",
  multiedit: "edit",
  text_editor: "edit",
  grep: "search",
  glob: "search",
  ls: "tree",
  task: "subagent",
};

const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

/** What is wrong with the form of a rule's name, whatever tools there are. */
export function ruleFormProblem(name: string): RuleNameProblem | undefined {
  if (name === "*" || toolName.test(name.replace(/__\*$/, ""))) return undefined;
  if (name.trim() === "") {
    return {
      message: "A rule names no tool.",
      fix: 'Give the name of a tool or an extension, or "*" for all.',
    };
  }
  const [, head, argument] = /^([\w.-]+)\s*[(:](.*)/s.exec(name) ?? [];
  if (head !== undefined && argument !== undefined) {
    const tool = otherNames[head.toLowerCase()] ?? head;
    return {
      message: `${JSON.stringify(name)} is a rule by argument, which is not supported yet.`,
      fix: `A rule covers all calls of a tool: write ${tool}, with ask to decide call by call.`,
    };
  }
  return {
    message: `${JSON.stringify(name)} is not the name of a tool.`,
    fix: 'Write TOOL, EXTENSION__TOOL, EXTENSION, EXTENSION__* or "*".',
  };
}

/**
 * What is wrong with a rule's name; `undefined` when it covers something, or may do so: a server that is not known here
 * can come with a recipe or a project, and its rule is written `SERVER__TOOL` or `SERVER__*`.
 */
export function ruleNameProblem(name: string, known: KnownTools): RuleNameProblem | undefined {
  const badForm = ruleFormProblem(name);
  if (badForm) return badForm;
  const extensions = [...new Set(known.tools.map((tool) => tool.extension))];
  const plain = known.tools.map((tool) => tool.name);
  if ([...plain, ...extensions, ...known.servers, "*"].includes(name)) return undefined;
  // A server's name may hold `__` itself.
  if (known.servers.some((server) => name.startsWith(`${server}__`))) return undefined;
  const [extension = "", ...rest] = name.split("__");
  if (rest.length === 0) return unknownName(name, [...plain, ...extensions, ...known.servers], known);
  const tool = rest.join("__");
  const own = known.tools.filter((one) => one.extension === extension).map((one) => one.name);
  if (own.length > 0) {
    if (tool === "*" || own.includes(tool)) return undefined;
    const meant = otherNames[tool.toLowerCase()] ?? known.nearest(tool, own);
    return {
      message: `The extension ${extension} has no tool "${tool}".`,
      fix: `${meant === undefined ? "" : `Did you mean ${extension}__${meant}? `}It has ${own.join(", ")}.`,
    };
  }
  if (extension === "mcp" && rest.length >= 1) {
    return {
      message: `"${name}" is not the name of a tool: names of servers have no "mcp__" before them.`,
      fix: `Write ${rest.length === 1 ? `${tool}__*` : tool}.`,
    };
  }
  const meant = known.nearest(extension, [...extensions, ...known.servers]);
  if (meant === undefined) return undefined;
  return { message: `There is no extension "${extension}".`, fix: `Did you mean ${meant}__${tool}?` };
}

function unknownName(name: string, names: readonly string[], { nearest }: KnownTools): RuleNameProblem {
  const lower = name.toLowerCase();
  const meant = Object.hasOwn(otherNames, lower) ? otherNames[lower] : nearest(name, names);
  return {
    message: `There is no tool or extension "${name}".`,
    fix: `${meant === undefined ? "" : `Did you mean ${meant}? `}For a server's tools write SERVER__TOOL or SERVER__*.`,
  };
}
