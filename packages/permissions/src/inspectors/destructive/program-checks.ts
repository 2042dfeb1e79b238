import type { Word } from "../../shell-analysis/index.ts";
import { readArguments } from "../arguments.ts";
import { always, first, onSubcommands, onWideTargets, withOptions, type Check } from "./checks.ts";
import { gitCheck } from "./git.ts";

const removes = onWideTargets("deletes", (given) =>
  given.has("rR", "recursive") ? given.operands : undefined,
);
/** Mode or owner first. */
const changesRights = onWideTargets("changes the rights of everything in", (given) =>
  given.has("R", "recursive") ? given.operands.slice(given.has("", "reference") ? 0 : 1) : undefined,
);
const disk = always("overwrites a disk or its partitions");

const find: Check = (words, place) => {
  const at = words.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[LHPO]/.test(text));
  const tests = at < 0 ? [] : words.slice(at);
  if (!tests.some(({ text }) => text === "-delete")) return undefined;
  const roots = words.slice(0, at).filter(({ text }) => !text.startsWith("-"));
  // With tests, it deletes some of what is below.
  const isNarrow = tests.some(({ text }) =>
    /^-(?:i?name|i?path|i?regex|newer|m?min|[acm]time|empty)/.test(text),
  );
  const targets = isNarrow ? roots.map((root) => ({ ...root, text: `${root.text}/x` })) : roots;
  return onWideTargets("deletes", () => targets)(words, place);
};

const dd: Check = (words, place) => {
  const to = words.find(({ text }) => text.startsWith("of="));
  if (!to) return undefined;
  return onWideTargets("overwrites", () => [{ ...to, source: to.text.slice(3), text: to.text.slice(3) }])(
    words,
    place,
  );
};

/** Moves everything in a folder elsewhere, or a folder that holds the working folder. */
const move: Check = (words, place) => {
  if (words.at(-1)?.text === "/dev/null") return "deletes what it moves";
  const given = readArguments(words);
  const sources = given.has("t", "target-directory") ? given.operands : given.operands.slice(0, -1);
  const isWide = ({ text, expansions }: Word): boolean =>
    /^[.~/]*\/?$/.test(text) || (expansions.includes("glob") && /^[~/]|\.\./.test(text));
  return onWideTargets("moves away", () => sources.filter(isWide))(words, place);
};

const dropsData = "deletes data of a database";
const destroys = "destroys what it manages";
const deletesRemote = "deletes what is kept elsewhere";
const containers: Check = first(
  onSubcommands("deletes volumes or everything that is unused", "* prune", "volume rm", "volume remove"),
  (words) =>
    words.some(({ text }) => text === "down") && readArguments(words).has("v", "volumes")
      ? "deletes the volumes of its containers"
      : undefined,
);

/** By program, without its folder. */
export const programChecks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["git", gitCheck],
  ["rm", removes],
  ["find", find],
  ["dd", dd],
  ["mv", move],
  ["rsync", withOptions("deletes what is only in its destination", "", "delete", "del", "delete-after")],
  ...["chmod", "chown", "chgrp"].map((name) => [name, changesRights] as const),
  ...[
    "shred",
    "wipefs",
    "blkdiscard",
    "fdisk",
    "sfdisk",
    "gdisk",
    "sgdisk",
    "cfdisk",
    "parted",
    "mke2fs",
  ].map((name) => [name, disk] as const),
  ...["lvremove", "vgremove", "pvremove", "mkswap"].map((name) => [name, disk] as const),
  ["zpool", onSubcommands("destroys a file system", "destroy", "labelclear")],
  ["zfs", onSubcommands("destroys a file system", "destroy", "rollback")],
  [
    "cryptsetup",
    onSubcommands("destroys an encrypted disk", "luksformat", "luksFormat", "erase", "luksErase"),
  ],
  ["diskutil", onSubcommands("erases a disk", "erase*", "partitionDisk", "reformat", "secureErase")],
  ...["shutdown", "reboot", "halt", "poweroff"].map((name) => [name, always("stops the machine")] as const),
  ["systemctl", onSubcommands("stops the machine", "poweroff", "reboot", "halt", "kexec")],
  ["init", onSubcommands("stops the machine", "0", "6")],
  ["kill", (words) => (words.slice(1).some(({ text }) => text === "-1") ? "ends every process" : undefined)],
  ["userdel", always("deletes a user")],
  ["crontab", withOptions("deletes all scheduled commands", "r")],
  ["dropdb", always(dropsData)],
  ["mysqladmin", onSubcommands(dropsData, "drop")],
  ...["rails", "rake"].map(
    (name) => [name, onSubcommands(dropsData, "db:drop*", "db:reset*", "db:purge*")] as const,
  ),
  ["prisma", first(onSubcommands(dropsData, "migrate reset"), withOptions(dropsData, "", "force-reset"))],
  ...["terraform", "tofu", "terragrunt"].map(
    (name) =>
      [
        name,
        first(onSubcommands(destroys, "destroy", "state rm"), (words) =>
          words.some(({ text }) => /^--?destroy$/.test(text)) ? destroys : undefined,
        ),
      ] as const,
  ),
  ["pulumi", onSubcommands(destroys, "destroy", "stack rm", "state delete")],
  ["kubectl", onSubcommands("deletes or empties parts of a cluster", "delete", "drain")],
  ["helm", onSubcommands("deletes parts of a cluster", "uninstall", "delete")],
  ...["docker", "podman", "nerdctl"].map((name) => [name, containers] as const),
  ["docker-compose", containers],
  ["aws", onSubcommands(deletesRemote, "s3 rm", "s3 rb", "* delete-*", "* terminate-*", "* purge-*")],
  ...["gcloud", "az", "gh", "glab", "doctl", "flyctl", "fly", "vercel", "netlify"].map(
    (name) => [name, onSubcommands(deletesRemote, "delete", "destroy", "remove", "rm")] as const,
  ),
  ["gsutil", onSubcommands(deletesRemote, "rm", "rb")],
  ["heroku", onSubcommands(deletesRemote, "apps:destroy", "pg:reset", "addons:destroy")],
  ...["npm", "pnpm", "yarn"].map(
    (name) => [name, onSubcommands("withdraws a release", "unpublish")] as const,
  ),
  ["cargo", onSubcommands("withdraws a release", "yank")],
]);

/** Programs that go by their beginnings: `mkfs.ext4`. */
export function checkFor(program: string): Check | undefined {
  return programChecks.get(program) ?? (program.startsWith("mkfs") ? disk : undefined);
}
