import { isLiteral, type Word } from "../analysis.ts";
import { isReadingSedScript } from "../programs/sed-script.ts";

/** Options and program texts with which a program runs or loads something that the command does not name as its own. */
const dangerous: ReadonlyMap<string, RegExp> = new Map([
  ["rg", /^--(?:pre|hostname-bin)(?:=|$)/],
  ["sort", /^--comp/],
  ["tar", /^(?:--to-c|--checkpoint-a|--use-c|--info-s|--new-volume-s|--rsh-c|--rmt-c|-[A-Za-z]*[IF])/],
  ["bsdtar", /^(?:--use-c|-[A-Za-z]*[IF])/],
  ["man", /^(?:-[A-Za-z]*[PHC]|--pager|--html|--config)/],
  ["less", /^\+|^-[A-Za-z]*[kKo]|^--lesskey/],
  ["more", /^\+/],
  ["ssh", /^-[A-Za-z0-9]*[oFJ]/],
  ["scp", /^-[A-Za-z0-9]*[oFSJ]/],
  ["sftp", /^-[A-Za-z0-9]*[oFSJ]/],
  ["rsync", /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/],
  ["env", /^(?:-[A-Za-z]*S|--split)/],
  ["split", /^--filter/],
  ["zip", /^(?:-[A-Za-z]*T|--unzip)/],
  ["curl", /^(?:-[A-Za-z#]*K|--config|--engine)/],
  ["wget", /^(?:-e|--execute|--config|--use-askpass)/],
  ["diff", /^(?:-[A-Za-z0-9]*l|--paginate)/],
  ["file", /^(?:-[A-Za-z]*C|--compile)/],
  ["date", /^(?:-[uR]*s|--set)/],
  ["node", /^(?:--require|-[a-z]*r|--import|--loader|--experimental-loader|--env-file)/],
  ["ld", /^/],
]);

/** GNU sed: the command `e`, the flag `e` of `s`, and writing by `w`. */
const sedRuns = /(?:^|[\s;{}!,/\d$|#:])[ew](?:$|[\s;}a-z./])|[/|,#:@](?:[gpImi\d])*[ew]/;
/** A pipe, but not `||`, nor a separator: `-F|`. */
const awkRuns = /system|getline|(?<!\||^-F|^)\|(?!\|)|@/;
const editors = /^(?:vi|vim|nvim|view|ex|emacs|ed|nano)$/;

/** The first argument that makes a program run or load something else. */
export function dangerousOption(program: string, args: readonly Word[]): string | undefined {
  const name = program.replace(/^.*\//, "");
  if (name === "git") return dangerousGit(args);
  if (editors.test(name)) return args.find(({ text }) => /^(?:-[cSsu]|--cmd|--eval|-l|\+)/.test(text))?.text;
  if (/^g?sed$/.test(name))
    return args.find((word) => isLiteral(word) && sedRuns.test(word.text) && !isReadingSedScript(word.text))
      ?.text;
  if (/^[gmn]?awk$/.test(name)) return args.find(({ text }) => awkRuns.test(text))?.text;
  const pattern = dangerous.get(name);
  return pattern && args.find(({ text }) => pattern.test(text))?.text;
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
