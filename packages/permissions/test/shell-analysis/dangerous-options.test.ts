import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../../src/shell-analysis/index.ts";

/** Options with which a program runs or loads something else, and others of the same program that do not. */
const options: Readonly<Record<string, { readonly dangerous: string[]; readonly plain: string[] }>> = {
  rg: { dangerous: ["--pre=x", "--pre", "--hostname-bin=x"], plain: ["--pretty", "--files"] },
  sort: { dangerous: ["--compress-program=x", "--com=x"], plain: ["--check", "-u", "-to"] },
  tar: {
    dangerous: [
      "--to-command=x",
      "--checkpoint-action=exec=x",
      "--use-compress-program=x",
      "--use=x",
      "--inf=x",
      "-cIx",
      "-F",
      "--rsh-command=x",
    ],
    plain: ["-czf", "--checkpoint=1", "--list"],
  },
  bsdtar: { dangerous: ["--use-compress-program=x", "-F"], plain: ["-cf"] },
  man: {
    dangerous: ["-P", "-aP", "--pager=x", "--html=x", "--config-file=x", "-H", "-C"],
    plain: ["-a", "--all"],
  },
  less: { dangerous: ["+!x", "-ko", "--lesskey-file=x", "-o", "-O", "--log-file=x"], plain: ["-S"] },
  more: { dangerous: ["+/x"], plain: ["-d"] },
  ssh: { dangerous: ["-oProxyCommand=x", "-o", "-F", "-J", "-4o"], plain: ["-v", "-p"] },
  scp: { dangerous: ["-o", "-S", "-F", "-rS", "-D", "-oProxyCommand=x"], plain: ["-r", "-v"] },
  sftp: { dangerous: ["-o", "-S", "-F", "-J", "-D"], plain: ["-r", "-v"] },
  install: { dangerous: ["--strip-program=x", "--strip-p=x"], plain: ["--strip", "-s"] },
  rsync: { dangerous: ["-e", "-ae", "--rsh=x", "--rsync-path=x"], plain: ["-a", "--delete", "-fe"] },
  split: { dangerous: ["--filter=x"], plain: ["-l"] },
  zip: { dangerous: ["-T", "-rT", "--test", "--unzip-command=x"], plain: ["-r"] },
  curl: { dangerous: ["-K", "-sK", "--config", "--engine"], plain: ["-s", "--compressed"] },
  wget: { dangerous: ["-e", "-qe", "--execute=x", "--config=x", "--use-askpass=x"], plain: ["-q"] },
  diff: { dangerous: ["-l", "-ul", "--paginate"], plain: ["-u"] },
  file: { dangerous: ["-C", "-bC", "--compile"], plain: ["-b"] },
  date: { dangerous: ["-s", "-us", "--set=x"], plain: ["-u", "-Is"] },
  node: {
    dangerous: ["--require=x", "-r", "--import=x", "--loader=x", "--experimental-loader=x", "--env-file=x"],
    plain: ["--test", "--check"],
  },
  vim: { dangerous: ["-c", "-Rc", "-S", "-u", "--cmd", "+x"], plain: ["-R"] },
  emacs: { dangerous: ["--eval", "-eval", "-l"], plain: ["-nw"] },
  awk: {
    dangerous: ["'{system(1)}'", "'{print | x}'", "'@load 1'", "'{getline}'"],
    plain: ["'{print}'", "-F'|'"],
  },
  gawk: { dangerous: ["'{system(1)}'"], plain: ["'a || b'"] },
  sed: { dangerous: ["'1e'", "'s/a/b/e'", "'w file'", "'s/a/b/w file'"], plain: ["'s/a/b/'", "-n"] },
  "git grep": { dangerous: ["-O", "-nO", "--open-files-in-pager=x"], plain: ["-n"] },
  "git rebase": { dangerous: ["-x", "-ix", "--exec=x"], plain: ["-i"] },
  "git clone": {
    dangerous: ["-u", "-c", "--upload-pack=x", "--config=x", "--template=x"],
    plain: ["--depth=1"],
  },
  "git ls-remote": { dangerous: ["-u", "--upload-pack=x", "ext::x"], plain: ["--heads"] },
  "git difftool": { dangerous: ["-x", "--extcmd=x", "--tool=x"], plain: [] },
  "git bisect": { dangerous: ["run"], plain: ["good", "start"] },
  "git submodule": { dangerous: ["foreach"], plain: ["status"] },
  "git diff": { dangerous: ["--ext-diff", "--textconv"], plain: ["--stat"] },
  git: {
    dangerous: ["-c", "--config-env=a=b", "--exec-path=x", "--git-dir=x", "--work-tree=x"],
    plain: ["--no-pager"],
  },
};

const isFound = async (command: string): Promise<boolean> =>
  (await analyzeCommand(command)).problems.some(({ code }) => code === "dangerous-option");

async function foundAmong(program: string, list: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(list.map((option) => isFound(`${program} ${option} a`)));
  return list.filter((_, index) => found[index]);
}

describe.each(Object.entries(options))("%s", (program, { dangerous, plain }) => {
  it("is a problem with each option that runs or loads something else", async () => {
    expect(await foundAmong(program, dangerous)).toEqual(dangerous);
  });

  it("is none with other options, nor is another program with these", async () => {
    expect(await foundAmong(program, plain)).toEqual([]);
    expect(await foundAmong(`my${program.replace(" ", "x ")}x`, dangerous)).toEqual([]);
  });
});

it.each(["/usr/bin/tar --to-command=x a", "./rg --pre=x a", "/bin/sed 1e a"])(
  "a program is found by its name, wherever it is: %s",
  async (command) => {
    expect(await isFound(command)).toBe(true);
  },
);
