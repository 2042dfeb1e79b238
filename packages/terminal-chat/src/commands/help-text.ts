import type { CommandGroup, CommandInfo } from "@skein/session-commands";

const groups: Readonly<Record<CommandGroup, string>> = {
  recipes: "Recipes",
  commands: "Commands of files",
  skills: "Skills",
  prompts: "Prompts of extensions",
};

export function helpText(commands: readonly CommandInfo[]): string {
  const rowsOf = (group: CommandGroup | undefined) =>
    commands
      .filter((command) => command.group === group)
      .map((command) => `  ${`/${command.name}${argumentOf(command)}`.padEnd(27)}${command.description}`);
  const named = Object.entries(groups).flatMap(([group, title]) => {
    const rows = rowsOf(group as CommandGroup);
    return rows.length === 0 ? [] : ["", title, ...rows];
  });
  return [
    ...rowsOf(undefined),
    ...named,
    "",
    ...keys.map(([key, meaning]) => `  ${key.padEnd(27)}${meaning}`),
  ].join("\n");
}

function argumentOf({ argument }: CommandInfo): string {
  if (!argument) return "";
  return argument.isOptional ? ` [${argument.hint}]` : ` ${argument.hint}`;
}

const keys: readonly (readonly [string, string])[] = [
  ["Enter", "Send; while the model works: steer it, before its next step"],
  ["Alt+Enter", "A new line; while the model works: send when it has answered"],
  ["Shift+Enter, Ctrl+J, \\Enter", "A new line"],
  ["@", "Find a file or folder by a few letters, an extension's resource, at the start an agent"],
  ["@#", "Find what the code declares, by the beginning of its name"],
  ["!COMMAND, # TEXT", "Run a command of your own; remember something for later sessions"],
  ["Up, Down", "Earlier prompts"],
  ["Shift+Tab", "The next permission mode: smart_approve, accept_edits, plan"],
  ["Ctrl+P, / alone", "Find a command by its name or by what it does"],
  ["Ctrl+O", "Show what was clipped last, whole"],
  ["Ctrl+V", "Attach the image that the clipboard has"],
  ["Ctrl+R", "Earlier prompts that contain what is typed"],
  ["Ctrl+G", "Edit the prompt in your editor ($VISUAL, $EDITOR)"],
  ["Esc, Ctrl+C", "Interrupt"],
  ["Esc Esc at an empty prompt", "Go back to an earlier message, like /rewind"],
  ["Ctrl+C Ctrl+C, Ctrl+D", "Leave, at an empty prompt"],
  ["Esc at a question", "Reject this call; once more interrupts, and so does Ctrl+C"],
];
