import { describe, expect, it } from "vitest";
import { readsOnly } from "../src/index.ts";

/** A program, and words of its own that it only reads with. */
const reading: Readonly<Record<string, readonly string[]>> = {
  basename: ["a/b.ts"],
  cat: ["a"],
  cmp: ["a b"],
  comm: ["-12 a b"],
  cut: ["-d: -f1 a"],
  df: ["-h"],
  dirname: ["a/b.ts"],
  du: ["-sh ."],
  echo: ["-n a"],
  false: [""],
  grep: ["-rn --include='*.ts' a ."],
  head: ["-n3 a"],
  id: ["-u"],
  ls: ["-la"],
  pwd: [""],
  readlink: ["-f a"],
  realpath: ["a"],
  stat: ["a"],
  tail: ["-n3 a"],
  tr: ["a b"],
  true: [""],
  uname: ["-a"],
  wc: ["-l a"],
  which: ["node"],
  whoami: [""],
  date: ["", "+%s", "-u", "-R", "--utc", "-I", "-Iseconds", "-u +%F"],
  file: ["a", "--brief a", "a-C"],
  find: [". -name a", '"src" -type f'],
  git: [
    "status -s",
    "log --oneline",
    "diff --stat",
    "show HEAD",
    "blame a",
    "ls-files",
    "rev-parse HEAD",
    "describe --tags",
    "branch",
    "branch -a",
    "branch -vv",
    "branch --show-current",
    "branch --remotes",
    "--no-pager log",
  ],
  rg: ["-n a src", "-e a--pre src", "'a --pre'"],
  sed: ["-n 3p a", "-n '$p' a", "-n '1,5p; 9p' a", "-n '/a/,/b/p' a b"],
  awk: ["'{print $1-1}' a", "'/a/ {n++} END {print n}' a", "-F: '{print $1}' a", "-F , '{print $2}' a"],
  sort: ["a", "-u a", "-k2,2n a", "-t, a", "--reverse a", "-"],
  uniq: ["-c a", "-"],
  test: ["-f a", "-n a", "a = b"],
  env: [""],
};

/** Words with which it may write, start something, or be something unchecked. */
const changing: Readonly<Record<string, readonly string[]>> = {
  date: ["-s now", "-u -s now", "-us now", "12312359", "-Iseconds -s now", "x+%s"],
  file: ["-C", "-bC -m a", "--compile"],
  find: [". -execdir a", "$x", ". -fprintf a b", ". -okdir a"],
  git: [
    "",
    "--no-pager",
    "log$x",
    "$x status",
    "commit",
    "toString",
    "log --textconv",
    "show --output=a",
    "branch --list -D a",
    "branch --edit-description",
    "branch -u a",
    "-C a status",
  ],
  rg: ["--pre=a b", "--hostname-bin=a b", "$x"],
  sed: ["", "-n", "w a", "'w out' 1p a", "-n '1,5w a' a", "-n 1p --in-place a", '-n "$x" a', "-n 1p -s a"],
  awk: [
    "",
    "-F",
    "-F :",
    `-F : 'BEGIN{system("a")}'`,
    `-F: 'BEGIN{system("a")}'`,
    '"$x" a',
    "'{print}' -f a",
    "'{print}' --load=a",
    "'@load \"a\"'",
    "-v a=1 '{print}'",
  ],
  sort: ["-T a b", "--files0-from=a", "-k2o a", "*"],
  uniq: ["a b", "--all-repeated a", "$x"],
  test: ["-R a", "$x", "'a[b]'", "'(a'"],
  env: ["-i", "a=b", "ls"],
  ls$x: [""],
  'cat"$x"': ["a"],
};

const lines = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([program, words]) => words.map((rest) => `${program} ${rest}`.trim()));

/** A repository whose settings name no programs. */
const plain = { isPlainRepository: () => true };

describe("by its words", () => {
  it.each(lines(reading))("only reads: %s", (line) => expect(readsOnly(line, plain)).toBe(true));
  it.each(lines(changing))("may change something: %s", (line) => expect(readsOnly(line, plain)).toBe(false));
});

describe("between its words", () => {
  it.each([
    ["two spaces and a tab", "ls  \t -l", true],
    ["double quotes are taken off", 'git "status"', true],
    ["quotes in the middle of a word, too", `g"i"'t' status`, true],
    ["a value in quotes is only known where any value will do", 'ls "$HOME_2/a"', true],
    ["and not elsewhere", 'find "$HOME_2/a"', false],
    ["what fills 2,000 characters is read", `ls ${"a".repeat(1997)}`, true],
    ["one more is not", `ls ${"a".repeat(1998)}`, false],
    ["output to nowhere", "ls >/dev/null 2>&1", true],
    ["descriptors to each other", "ls 2>&1 | cat", true],
    ["the first one by itself", "ls >&2", true],
    ["input from nowhere", "cat < /dev/null; ls", true],
    ["appended to nowhere", "ls &>> /dev/null&& ls", true],
    ["a file whose name begins so", "ls > /dev/null.txt", false],
    ["a file named like a descriptor", "ls 2>&1x", false],
    ["a descriptor of one's own", "ls 3> /dev/null", false],
    ["nothing before the bar", "| ls", false],
    ["a second program that changes things", "ls; rm a", false],
    ["a first one", "rm a; ls", false],
    ["letters that are not ASCII", "ls ä", false],
  ])("%s: %s", (_, line, expected) => expect(readsOnly(line, plain)).toBe(expected));
});
