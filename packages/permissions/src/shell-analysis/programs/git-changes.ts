import { isLiteral, type Word } from "../analysis.ts";
import type { PathUse } from "./path-use.ts";

const made = (text: string): PathUse => ({
  word: { source: text, text, expansions: text.startsWith("~") ? ["tilde"] : [], mayBeOption: false },
  access: "writes",
  isMade: true,
});

/** Options before the name of the subcommand that take a value of their own. */
const withValue =
  /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;

/** Files that git changes without naming them: its settings, and the hooks of a template. */
export function changedByGit(args: readonly Word[]): readonly PathUse[] {
  let at = 0;
  while (args[at]?.text.startsWith("-")) at += withValue.test(args[at]!.text) ? 2 : 1;
  const [name, ...rest] = args.slice(at);
  const has = (pattern: RegExp): boolean => rest.some(({ text }) => pattern.test(text));
  switch (name?.text) {
    case "config":
      return changedSettings(rest);
    case "init":
      return has(/^--(?:template|separate-git-dir)/) ? [made(".git")] : [];
    case "clone":
      return has(/^(?:--template|--config|-[a-z]*c)/) ? [made(".git")] : [];
    default:
      return [];
  }
}

/** `git config a.b c` in the repository, `--global` in the home folder, or a file that is named. */
function changedSettings(args: readonly Word[]): readonly PathUse[] {
  const texts = args.map(({ text }) => text);
  const isReading = texts.some((text) =>
    /^(?:--get(?:-.*)?|--list|-l|--show-origin|--show-scope)$/.test(text),
  );
  const values = new Set(["-f", "--file", "--type", "--default", "--blob", "--comment", "--value"]);
  const words = args.filter(({ text }, at) => !text.startsWith("-") && !values.has(texts[at - 1] ?? ""));
  const [first] = words;
  const isList = first !== undefined && isLiteral(first) && /^(?:get|list)$/.test(first.text);
  const isChanging = texts.some((text) =>
    /^(?:--(?:add|unset|unset-all|replace-all|edit|rename-section|remove-section)|-e)$/.test(text),
  );
  if (isReading || isList || (words.length < 2 && !isChanging)) return [];
  const at = texts.findIndex((text) => /^(?:-f|--file)$/.test(text));
  const named = at < 0 ? texts.find((text) => text.startsWith("--file="))?.slice(7) : args[at + 1]?.text;
  if (named !== undefined) return [made(named)];
  if (texts.includes("--global")) return [made("~/.gitconfig")];
  return [made(texts.includes("--system") ? "/etc/gitconfig" : ".git/config")];
}
