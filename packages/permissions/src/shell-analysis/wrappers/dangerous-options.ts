import { isLiteral, type Word } from "../analysis.ts";
import { isEscaping, optionSpecs, type OptionSpecs } from "../programs/option-spec.ts";
import { specsOf } from "../programs/options.ts";
import { readingPrograms } from "../programs/reading-programs.ts";
import { isReadingSedScript } from "../programs/sed-script.ts";
import { writingPrograms } from "../programs/writing-programs.ts";
import { prefixWrappers } from "./prefix-wrappers.ts";

const editorOptions = "-cSsul=runs cmd=runs eval=runs";
/** Of programs that have no table: the options with which they run or load something, and those that look like them. */
const withoutTable: ReadonlyMap<string, OptionSpecs> = new Map(
  Object.entries({
    tar: `-IF=runs to-command=runs checkpoint checkpoint-action=runs use-compress-program=runs info-script=runs
      new-volume-script=runs rsh-command=runs rmt-command=runs`,
    bsdtar: "-IF=runs use-compress-program=runs",
    man: "-PHC=runs pager=runs html=runs config-file=runs",
    ssh: "-oFJ=runs",
    sftp: "-oFSJD=runs",
    split: "filter=runs",
    zip: "-T:escapes test:escapes unzip-command=runs",
    node: "-r=runs require=runs import=runs loader=runs experimental-loader=runs env-file=runs env-file-if-exists=runs",
    ...Object.fromEntries(
      ["vi", "vim", "nvim", "view", "ex", "emacs", "ed", "nano"].map((name) => [name, editorOptions]),
    ),
  }).map(([name, line]) => [name, optionSpecs(line)]),
);

/** Programs that do not accept the beginning of a long option's name, as those with GNU's `getopt_long` do. */
const takesWholeNames: ReadonlySet<string> = new Set(["rg", "node", "rsync"]);
/** Programs that take a command as `+command`. */
const takesPlus = /^(?:vi|vim|nvim|view|ex|emacs|ed|nano|less|more)$/;

/** GNU sed: the command `e`, the flag `e` of `s`, and writing by `w`. */
const sedRuns = /(?:^|[\s;{}!,/\d$|#:])[ew](?:$|[\s;}a-z./])|[/|,#:@](?:[gpImi\d])*[ew]/;
/** A pipe, but not `||`, nor a separator: `-F|`. */
const awkRuns = /system|getline|(?<!\||^-F|^)\|(?!\|)|@/;

/** The first argument that makes a program run or load something that the command does not name as its own. */
export function dangerousOption(program: string, args: readonly Word[]): string | undefined {
  const name = program.replace(/^.*\//, "");
  if (name === "git") return dangerousGit(args);
  if (name === "ld") return args[0]?.text;
  if (/^g?sed$/.test(name))
    return args.find((word) => isLiteral(word) && sedRuns.test(word.text) && !isReadingSedScript(word.text))
      ?.text;
  if (/^[gmn]?awk$/.test(name)) return args.find(({ text }) => awkRuns.test(text))?.text;
  const specs = specsFor(name);
  return args.find(
    ({ text }) =>
      (takesPlus.test(name) && text.startsWith("+")) ||
      (specs !== undefined && escapesBy(specs, text, takesWholeNames.has(name))),
  )?.text;
}

function specsFor(name: string): OptionSpecs | undefined {
  const table = writingPrograms.get(name) ?? prefixWrappers.get(name) ?? readingPrograms.get(name);
  return withoutTable.get(name) ?? (table && specsOf(table));
}

/** Wherever the word stands: what looks like such an option counts as one. */
function escapesBy(specs: OptionSpecs, text: string, isWhole: boolean): boolean {
  const name = /^--[^=]+/.exec(text)?.[0];
  if (name !== undefined) {
    const exact = specs.get(name);
    if (exact) return isEscaping(exact);
    return !isWhole && [...specs].some(([long, spec]) => long.startsWith(name) && isEscaping(spec));
  }
  for (const letter of /^-([A-Za-z0-9#@]+)/.exec(text)?.[1] ?? "") {
    const spec = specs.get(`-${letter}`);
    if (spec && isEscaping(spec)) return true;
    // The rest is its value.
    if (spec && spec.kinds.length > 0) return false;
  }
  return false;
}

const gitGlobal = /^(?:-c|--config-env|--exec-path=|--git-dir|--work-tree)/;
const gitAnywhere =
  /^--(?:upload-p|receive-p|exec(?:=|$)|ext-d|textc|open-f|config(?:=|$)|template|extcmd|run|strategy=|tool|gpg-p)|^ext::/;
/** Where a short option runs something, or the subcommand is there to do that. */
const gitRuns: ReadonlyMap<string, RegExp> = new Map([
  ["grep", /^-[A-Za-z]*O/],
  ["rebase", /^-[a-z]*x/],
  ["clone", /^-[a-z]*[uc]/],
  ["ls-remote", /^-[a-z]*u/],
  ["difftool", /^-[a-z]*x/],
  ["bisect", /^run$/],
  ["submodule", /^foreach$/],
  ["filter-branch", /^/],
]);

function dangerousGit(args: readonly Word[]): string | undefined {
  const at = args.findIndex(({ text }) => !text.startsWith("-"));
  const [globals, [name, ...rest]] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at)];
  const runs = gitRuns.get(name?.text ?? "");
  return (
    globals.find(({ text }) => gitGlobal.test(text)) ??
    args.find(({ text }) => gitAnywhere.test(text)) ??
    (runs && rest.find(({ text }) => runs.test(text)))
  )?.text;
}
