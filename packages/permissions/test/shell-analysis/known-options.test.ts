import { describe, expect, it } from "vitest";
import { analyzeCommand, segmentEffects, verdictOf } from "../../src/shell-analysis/index.ts";

const verdict = async (command: string) => verdictOf(await analyzeCommand(command));

async function harmlessOf(commands: readonly string[]): Promise<readonly string[]> {
  const verdicts = await Promise.all(commands.map(verdict));
  return commands.filter((_, index) => verdicts[index] === "harmless");
}

/** Long options that only read, by program; the values are given as users give them. */
const reading: Readonly<Record<string, string>> = {
  ls: "--all --almost-all --author --color=always --color --directory --full-time --human-readable --inode --recursive --reverse --size --sort=time --time=atime --time-style=iso --hide=a --ignore=b --hyperlink --width=80 --help --version",
  cat: "--number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank",
  head: "--lines=3 --bytes=9 --quiet --silent --verbose --zero-terminated",
  tail: "--lines=3 --bytes=9 --retry --pid=1 --sleep-interval=2 --follow=name",
  wc: "--bytes --chars --lines --words --max-line-length --total=never",
  stat: "--format=%n --printf=%s --file-system --terse --dereference --cached=never",
  du: "--all --apparent-size --bytes --total --max-depth=1 --human-readable --summarize --one-file-system --exclude=a --time --inodes",
  df: "--all --human-readable --inodes --local --portability --print-type --type=ext4 --total --output=size",
  cut: "--bytes=1 --characters=1 --delimiter=, --fields=1 --complement --only-delimited --output-delimiter=x",
  cmp: "--print-bytes --verbose --quiet --bytes=3 --ignore-initial=1",
  comm: "--check-order --nocheck-order --output-delimiter=x --total --zero-terminated",
  tac: "--before --regex --separator=x",
  nl: "--body-numbering=a --number-width=3",
  fold: "--width=9 --spaces --bytes",
  expand: "--tabs=2 --initial",
  paste: "--delimiters=x --serial",
  column: "--table --separator=, --output-separator=x",
  od: "--address-radix=x --format=x1 --read-bytes=3 --skip-bytes=1 --width --width=8",
  strings: "--all --bytes=4 --radix=x --print-file-name",
  md5sum: "--binary --check --text --tag --zero --ignore-missing --quiet --status --strict --warn",
  basename: "--multiple --suffix=.ts --zero",
  dirname: "--zero",
  realpath:
    "--relative-to=. --relative-base=. --strip --no-symlinks --canonicalize-existing --logical --physical --zero",
  readlink: "--canonicalize --canonicalize-existing --canonicalize-missing --no-newline --verbose --multiple",
  id: "--group --groups --name --real --user --zero --help",
  uname: "--all --machine --nodename --kernel-name --kernel-release",
  nproc: "--all --ignore=1",
  free: "--human --mega --giga",
  ps: "--forest --no-headers --sort=pid --ppid=1 --pid=1",
  seq: "--equal-width --separator=, --format=%g",
  grep: "--extended-regexp --fixed-strings --ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches --max-count=2 --only-matching --quiet --line-number --after-context=1 --before-context=1 --context=1 --text --include=*.ts --exclude-dir=a --recursive --null-data",
};
/** Programs whose operands are not files, or that take none. */
const operandsOf: Readonly<Record<string, string>> = {
  id: "",
  uname: "",
  nproc: "",
  free: "",
  ps: "",
  seq: " 3",
  grep: " pattern src",
  basename: " a/b.ts",
};

const optionsOf = (program: string): readonly string[] => (reading[program] ?? "").split(" ");

describe.each(Object.keys(reading))("%s", (program) => {
  const operands = operandsOf[program] ?? " src";

  it("only reads with each of its known options", async () => {
    const commands = optionsOf(program).map((option) => `${program} ${option}${operands}`);
    expect(await harmlessOf(commands)).toEqual(commands);
  });

  it("is asked about with an option that is not known, or a beginning of one that is", async () => {
    const cut = optionsOf(program).map((option) => option.replace(/=.*/, "").slice(0, -1));
    const known = new Set(optionsOf(program).map((option) => option.replace(/=.*/, "")));
    const commands = [...cut.filter((option) => !known.has(option) && option.length > 3), "--unknown"].map(
      (option) => `${program} ${option}${operands}`,
    );
    expect(await harmlessOf(commands)).toEqual([]);
  });
});

describe("wrappers", () => {
  it.each([
    "timeout --foreground --preserve-status --verbose --signal=TERM --kill-after=1 5 ls",
    "timeout -v -s TERM -k 1 5 ls",
    "nice --adjustment=5 ls",
    "nice -5 ls",
    "ionice --class=3 ls",
    "ionice -c 2 -n 3 -t ls",
    "nohup ls",
    "stdbuf --output=L ls",
    "stdbuf -oL -e0 ls",
    "command ls",
    "builtin cd a",
    "xargs --null --max-args=1 --no-run-if-empty ls",
    "xargs -0 -n 1 -P 2 ls",
    "time ls",
  ])("leave a reading command what it is: %s", async (command) => {
    expect(await verdict(command)).toBe("harmless");
  });

  it.each([
    ["env --ignore-environment --unset=A --chdir=b --null --debug rm a", "rm a"],
    ["env -i -u A -C b rm a", "rm a"],
    ["setsid --fork --wait rm a", "rm a"],
    ["exec -c -a b rm a", "rm a"],
    ["sudo --user=x --non-interactive --preserve-env rm a", "rm a"],
    ["doas -n -u x rm a", "rm a"],
    ["chronic rm a", "rm a"],
    ["unbuffer rm a", "rm a"],
    ["caffeinate -i rm a", "rm a"],
    ["busybox rm a", "rm a"],
    ["toybox rm a", "rm a"],
    ["flock --exclusive --timeout=3 lock rm a", "rm a"],
    ["flock -w 3 lock rm a", "rm a"],
    ["nice --adjustment 5 rm a", "rm a"],
  ])("are looked through: %s starts %s", async (command, started) => {
    const { segments, problems } = await analyzeCommand(command);
    expect(problems).toEqual([]);
    expect(segments.map(({ text }) => text)).toContain(started);
  });

  it.each(["env", "command"])("with options of its own, %s is not harmless", async (name) => {
    const [segment] = (await analyzeCommand(`${name} -p ls`)).segments;
    expect(segment && segmentEffects(segment).isHarmless).toBe(false);
  });

  it.each(["timeout --unknown 5 ls", "sudo --shell rm a", "xargs --unknown ls", "flock --command=x lock ls"])(
    "with unknown options are a problem: %s",
    async (command) => {
      expect((await analyzeCommand(command)).problems).toMatchObject([{ code: "wrapper" }]);
    },
  );
});

it.each(["pwd", "whoami", "uname", "hostname", "uptime", "nproc", "free"])(
  "%s is asked about with a word that it does not take",
  async (program) => {
    expect(await harmlessOf([program, `${program} a`])).toEqual([program]);
  },
);

it.each(["node", "npm", "python", "python3"])("%s only reads when it says its version", async (program) => {
  const commands = ["--version", "--version a", "a", "-v", ""].map((rest) => `${program} ${rest}`.trim());
  expect(await harmlessOf(commands)).toEqual([`${program} --version`]);
});

it("`set` changes only how the shell ends, with the options that are known", async () => {
  const commands = ["set -e", "set -euo pipefail", "set -x"];
  expect(await harmlessOf([...commands, "set -a", "set -- a", "set -o vi"])).toEqual(commands);
});
