import { isLiteral, maySpread, type Segment, type Word } from "../analysis.ts";
import { readingSubcommands } from "../programs/git-subcommands.ts";
import { readOptions, specsOf, type OptionTable } from "../programs/options.ts";

/** What may follow the words of a pattern that ends in `[known]`. */
interface Details extends OptionTable {
  /** `paths`: files of the folder; `names`: a name without a folder or an address. Default: texts. */
  readonly operands?: "paths" | "names" | "none";
  /** What may follow `--`, where that goes to another program. */
  readonly passed?: OptionTable;
  /** Long options have one dash. */
  readonly hasOneDash?: boolean;
}

const tests: Details = {
  options: `-vuhis -tgkw=text watch watchAll coverage run bail=?number verbose silent quiet ci no-coverage color no-color
    colors grep=text testNamePattern=text test-name-pattern=text changed=?text updateSnapshot update fix check
    runInBand maxWorkers=text passWithNoTests only-changed onlyFailures max-warnings=number timeout=number reporter=path project=text`,
  operands: "paths",
};
const scripts: Details = {
  options: `-s silent if-present w -w=text workspace=text workspaces include-workspace-root ignore-scripts
    -r recursive -F=text filter=text no-bail parallel stream watch coverage run bail verbose quiet ci no-coverage
    color no-color grep=text testNamePattern=text test-name-pattern=text updateSnapshot fix check`,
  operands: "paths",
  passed: tests,
};
const packages: Details = {
  options: `-s silent omit=text include=text production prefer-offline offline no-audit no-fund loglevel=text
    depth=number all json long ignore-scripts frozen-lockfile w -w=text workspace=text workspaces`,
  operands: "names",
};
const cargo: Details = {
  options: `-rvq -FpJj=text release all workspace lib bins bin=text test=text tests bench=text benches example=text
    examples all-targets all-features no-default-features features=text package=text exclude=text verbose quiet
    locked offline frozen no-run no-fail-fast doc jobs=number keep-going color=text message-format=text profile=text
    no-deps check all-files edges=text invert=text depth=text duplicates`,
  passed: {
    options: `-ADFWq=text nocapture show-output test-threads=number ignored include-ignored exact skip=text list
      quiet check`,
  },
};
const go: Details = {
  options: `-vnxamj -e run=text skip=text count=number race short timeout=text cover bench=text benchmem benchtime=text
    covermode=text coverpkg=text cpu=text failfast json list=text parallel=number shuffle=text tags=text p=number
    trimpath all src json deps test u`,
  operands: "paths",
  hasOneDash: true,
};
const pytest: Details = {
  options: `-vqxslh -kmnr=text maxfail=number lf last-failed ff failed-first nf new-first sw stepwise tb=text
    durations=number durations-min=number co collect-only cov=?text no-cov cov-report=?text no-header no-summary
    disable-warnings exitfirst capture=text color=text verbose quiet showlocals strict-markers strict-config
    markers fixtures deselect=text ignore=path ignore-glob=text timeout=number dist=text numprocesses=text`,
  operands: "paths",
};
const git = (name: string): Details => ({
  options: readingSubcommands[name]?.options ?? "",
  negates: true,
  hasDigits: true,
  operands: "paths",
});

/** By the words of the pattern, without what starts the program: `npx`, `pnpm exec`, `python -m`. */
const details: Readonly<Record<string, Details>> = {
  ...Object.fromEntries(
    ["npm", "pnpm", "yarn", "bun"].flatMap((name) => [
      ...["test", "t", "run"].map((task) => [`${name} ${task}`, scripts] as const),
      ...["ci", "ls", "outdated"].map((task) => [`${name} ${task}`, packages] as const),
    ]),
  ),
  ...Object.fromEntries(
    ["status", "log", "diff", "show", "blame", "ls-files"].map((name) => [`git ${name}`, git(name)]),
  ),
  "git stash list": git("stash"),
  "git worktree list": git("worktree"),
  "git add": {
    options: `-AunvpN all no-all update verbose dry-run patch intent-to-add refresh ignore-errors renormalize`,
    operands: "paths",
  },
  "git commit": {
    options: `-aqsvpno -mCc=text -F=path all message=text file=path amend no-edit quiet verbose signoff author=text
      date=text allow-empty allow-empty-message reuse-message=text fixup=text squash=text reset-author trailer=text
      only include dry-run short porcelain long status no-status cleanup=text patch`,
    operands: "paths",
  },
  "git fetch": {
    options: `-apqtvn46 -j=number all prune prune-tags tags no-tags depth=number deepen=number unshallow quiet verbose
      dry-run jobs=number atomic progress no-progress shallow-since=text`,
    operands: "names",
  },
  "git mv": { options: "-fknv force dry-run verbose", operands: "paths" },
  [["node", "--test"].join(" ")]: {
    options: `test test-name-pattern=text test-skip-pattern=text test-only test-concurrency=number test-timeout=number
      test-reporter=text test-shard=text test-force-exit test-update-snapshots watch no-warnings enable-source-maps
      experimental-strip-types experimental-transform-types experimental-test-coverage
      experimental-test-module-mocks test-coverage-include=text test-coverage-exclude=text test-coverage-lines=number
      test-coverage-branches=number test-coverage-functions=number trace-warnings`,
    operands: "paths",
  },
  [["node", "--check"].join(" ")]: { options: "check", operands: "paths" },
  ...Object.fromEntries(
    ["test", "build", "check", "clippy", "fmt", "bench", "doc", "tree"].map((name) => [
      `cargo ${name}`,
      cargo,
    ]),
  ),
  ...Object.fromEntries(["test", "build", "vet", "fmt", "doc", "list"].map((name) => [`go ${name}`, go])),
  ...Object.fromEntries(
    ["test", "build", "format"].map((name) => [
      `dotnet ${name}`,
      {
        options: `-cfrv=text no-build no-restore configuration=text framework=text filter=text verbosity=text nologo
          verify-no-changes no-incremental`,
        operands: "paths",
      } as const,
    ]),
  ),
  pytest,
  unittest: { options: "-vqfbch -k=text verbose quiet failfast buffer catch locals", operands: "paths" },
  mypy: {
    options: `-vp -m=text strict ignore-missing-imports pretty show-error-codes no-error-summary no-incremental verbose
      follow-imports=text exclude=text show-column-numbers warn-unused-ignores`,
    operands: "paths",
  },
  ruff: {
    options: `-qvesn fix diff check select=text ignore=text extend-select=text quiet verbose silent statistics
      show-fixes output-format=text no-cache exclude=text line-length=number target-version=text preview watch`,
    operands: "paths",
  },
  black: {
    options: `-qvS -lt=text check diff quiet verbose line-length=number target-version=text exclude=text include=text
      fast safe color no-color skip-string-normalization`,
    operands: "paths",
  },
  flake8: {
    options: `-qv select=text ignore=text extend-ignore=text max-line-length=number count statistics show-source
      exclude=text max-complexity=number`,
    operands: "paths",
  },
  tsc: {
    options: `-bwvdf -p=path project=path build watch noEmit strict pretty skipLibCheck listFiles incremental verbose dry
      force noEmitOnError preserveWatchOutput extendedDiagnostics`,
    operands: "paths",
    hasOneDash: false,
  },
  vitest: tests,
  jest: tests,
  mocha: tests,
  rspec: {
    options: "-befd=text example=text format=text fail-fast color no-color only-failures",
    operands: "paths",
  },
  phpunit: {
    options: "filter=text group=text testsuite=text stop-on-failure testdox verbose debug",
    operands: "paths",
  },
  eslint: {
    options: `-h ext=text fix fix-dry-run quiet max-warnings=number no-warn-ignored cache color no-color debug
      report-unused-disable-directives`,
    operands: "paths",
  },
  prettier: { options: "-clwu check list-different write ignore-unknown no-color", operands: "paths" },
  oxlint: {
    options: "-ADW=text fix quiet max-warnings=number deny-warnings format=text threads=number",
    operands: "paths",
  },
  oxfmt: { options: "-c check write list-different threads=number", operands: "paths" },
  biome: {
    options: "write fix unsafe staged changed max-diagnostics=text error-on-warnings colors=text",
    operands: "paths",
  },
  mkdir: { options: "-pv -m=text parents verbose mode=text", operands: "paths" },
  touch: { options: "-acm -d=text no-create date=text", operands: "paths" },
};

/** What is known to follow these words; `undefined` for none. */
function detailsOf(words: readonly string[]): Details | undefined {
  const started = /^(?:npx|yarn|pnpm exec|python3? -m) ([\w-]+)/.exec(words.join(" "))?.[1];
  const names = [3, 2, 1].map((count) => words.slice(0, count).join(" "));
  const found = [...names, started ?? ""].find((name) => Object.hasOwn(details, name));
  return found === undefined ? undefined : details[found];
}

export const hasKnownDetails = (words: readonly string[]): boolean => detailsOf(words) !== undefined;

/**
 * The first word behind those of a pattern that is not known to stay within what they show: an option that is not in the
 * table, a path out of the folder, or a word that may become an option. `undefined` when all are known.
 */
export function unknownDetail(words: readonly string[], { args, folders }: Segment): Word | undefined {
  const table = detailsOf(words);
  const given = args.slice(words.length - 1);
  const fallback: Word = {
    source: words.join(" "),
    text: words.join(" "),
    expansions: [],
    mayBeOption: false,
  };
  if (table === undefined) return given[0] ?? fallback;
  const away = folders.flat().find((folder) => !staysInFolder(folder));
  if (away) return away;
  const end = table.passed === undefined ? -1 : given.findIndex(({ source }) => source === "--");
  const [before, after] = end < 0 ? [given, []] : [given.slice(0, end), given.slice(end + 1)];
  return unknownWord(table, before) ?? unknownWord({ ...table, ...table.passed }, after);
}

function unknownWord(table: Details, args: readonly Word[]): Word | undefined {
  const words = table.hasOneDash === true ? args.map(withTwoDashes) : args;
  const found = readOptions({ ...table, expands: false }, words);
  const { refused, asking, effects, values, operands } = found;
  if (refused ?? asking) return refused ?? asking;
  // The program that checks signatures is named by the settings of git.
  const signature = words.find(({ text }) => text.includes("%G"));
  if (signature) return signature;
  // Outside of repositories, it reads any file.
  if (effects.has("deep")) return words.find(({ text }) => isDeepOption(table, text));
  const path = values.find(({ kind, value }) => kind === "path" && !staysInFolder(value))?.value;
  if (path) return path;
  return operands.find((word) => !isOperand(table, word));
}

const isDeepOption = (table: OptionTable, text: string): boolean =>
  specsOf(table).get(text)?.effect === "deep";

function withTwoDashes(word: Word): Word {
  return /^-[A-Za-z]{2,}/.test(word.text) ? { ...word, text: `-${word.text}` } : word;
}

function isOperand({ operands }: Details, word: Word): boolean {
  if (maySpread(word) && !word.expansions.every((one) => one === "glob" || one === "brace")) return false;
  switch (operands) {
    case "none":
      return false;
    case "names":
      return isLiteral(word) && /^[\w.@-][\w.@/-]*$/.test(word.text) && !word.text.split("/").includes("..");
    case "paths":
      return staysInFolder(word) && !argumentFile.test(word.text);
    default:
      return isLiteral(word);
  }
}

/** `@file`: many programs read options from it. Revisions of git, such as `@~1` and `@..main`, are none of that. */
const argumentFile = /^@(?!\.\.)[\w./]/;

/** Whether a path stays in the folder, as it is written. */
function staysInFolder({ text, expansions, mayBeOption }: Word): boolean {
  if (mayBeOption && expansions.length > 0) return false;
  return (
    expansions.every((one) => one === "glob" || one === "brace") &&
    !/^[/~]|:\/\//.test(text) &&
    !text.split(/[/{},]/).includes("..")
  );
}
