import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { optionNames } from "./option-names.ts";

/**
 * Records the names of the options that the programs of this machine list in their help texts. What other machines have
 * recorded stays. Programs that are not installed are passed over.
 */
const file = `${import.meta.dirname}/../../packages/permissions/test/shell-analysis/recorded-options.json`;

const plain =
  `ls cat head tail wc grep stat du df cut tr cmp comm tac nl fold expand paste column od hexdump strings md5sum
  sha256sum b2sum cksum jq sort uniq file diff rg date free uptime nproc seq basename dirname realpath readlink id uname
  hostname xargs timeout nice ionice nohup stdbuf setsid env flock less curl wget tar rsync cp mv rm ln install touch mkdir
  rmdir tee dd truncate chmod chown sed tree printenv whoami groups base64 unexpand tsort join numfmt fmt pr
  shred unlink chgrp mkfifo patch node make cargo pytest egrep fgrep more`.split(/\s+/);
const subcommands =
  `status diff log show reflog shortlog rev-list diff-tree blame ls-files ls-tree rev-parse describe merge-base
  name-rev show-ref for-each-ref count-objects check-ignore cat-file branch tag remote stash worktree version var grep
  config init clone checkout restore rm mv add commit fetch`.split(/\s+/);

const commands: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(plain.map((name) => [name, [name, "--help"]])),
  xxd: ["xxd", "-h"],
  scp: ["scp"],
  mawk: ["mawk", "-W", "usage"],
  ps: ["ps", "--help", "all"],
  find: ["find", "--help"],
  wget: ["wget", "--help"],
  curl: ["curl", "--help", "all"],
  ...Object.fromEntries(subcommands.map((name) => [`git ${name}`, ["git", name, "-h"]])),
};

const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>;
for (const [name, [program = "", ...args]] of Object.entries(commands)) {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", input: "", timeout: 20_000 });
  const more = program === "git" ? completions(args[0] ?? "") : "";
  const names = optionNames(`${stdout ?? ""}\n${stderr ?? ""}\n${more}`, program);
  if (names.length > 0) recorded[name] = [...new Set([...(recorded[name] ?? []), ...names])].toSorted();
}
const sorted = Object.entries(recorded).toSorted(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted))}\n`);

/** What git offers to complete, one to a line. */
function completions(subcommand: string): string {
  const { stdout } = spawnSync("git", [subcommand, "--git-completion-helper"], { encoding: "utf8" });
  return (stdout ?? "").trim().split(/\s+/).join("\n");
}
