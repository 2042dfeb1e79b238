import type { ToolOutcome } from "@skein/protocol";

/** Maximum names listed. */
const maxNames = 5;

/**
 * Adds a note to an outcome when the command or its failure mentions withheld variables: otherwise the failure could
 * not be understood.
 */
export function sayKeptBack(
  outcome: ToolOutcome,
  { command, keptBack }: { readonly command: string; readonly keptBack: readonly string[] },
): ToolOutcome {
  if ("kind" in outcome) return outcome;
  const output = outcome.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const spoken = /\[exit code [^\]]*\]$/.test(output) ? `${command}\n${output}` : command;
  const words = new Set(spoken.match(/[A-Za-z_]\w*/g));
  const names = keptBack.filter((name) => words.has(name)).slice(0, maxNames);
  if (names.length === 0) return outcome;
  const before = outcome.content.slice(0, -1);
  const last = outcome.content.at(-1);
  const said: typeof outcome.content =
    last?.type === "text" ? [{ ...last, text: `${last.text}\n${note(names)}` }] : outcome.content.slice(-1);
  return { ...outcome, content: [...before, ...said] };
}

function note(names: readonly string[]): string {
  const [first = ""] = names;
  const what =
    names.length === 1
      ? `${first} is set, but commands do not get it`
      : `${names.join(", ")} are set, but commands do not get them`;
  return `[${what}: it may be a secret, or this mode passes only well-known variables. The user can add names under shell.env in config.yaml.]`;
}
