import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyzeCommand, verdictOf } from "../../src/shell-analysis/index.ts";
import { findSpec } from "../../src/shell-analysis/programs/checked-programs.ts";
import { readingSubcommands } from "../../src/shell-analysis/programs/git-subcommands.ts";
import { isAsking, optionSpecs } from "../../src/shell-analysis/programs/option-spec.ts";
import { specsOf, type OptionTable } from "../../src/shell-analysis/programs/options.ts";
import { readingPrograms } from "../../src/shell-analysis/programs/reading-programs.ts";
import { writingPrograms } from "../../src/shell-analysis/programs/writing-programs.ts";
import { prefixWrappers } from "../../src/shell-analysis/wrappers/prefix-wrappers.ts";

/** The names of options that help texts list, by program: `node tools/recorded-options/write.ts` records them. */
const recorded = JSON.parse(
  readFileSync(new URL("recorded-options.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

function tableOf(program: string): OptionTable | undefined {
  const subcommand = /^git (.+)$/.exec(program)?.[1];
  if (subcommand !== undefined)
    return Object.hasOwn(readingSubcommands, subcommand) ? readingSubcommands[subcommand] : undefined;
  return prefixWrappers.get(program) ?? readingPrograms.get(program);
}

/** Programs of which only `--version` is known, and those of which no option is: all of theirs ask. */
const withoutOptions = new Set(["node", "npm", "python", "python3"]);
const listed = Object.keys(recorded).filter(
  (program) => tableOf(program) !== undefined && !withoutOptions.has(program),
);

it("covers the programs of the tables that are installed where it was recorded", () => {
  expect(listed.length).toBeGreaterThan(80);
  const unrecorded = [...readingPrograms.keys()].filter((program) => recorded[program] === undefined);
  // Parts of the shell, programs of other machines, and those without a help text.
  expect(unrecorded.toSorted()).toMatchInlineSnapshot(`
    [
      ":",
      "[",
      "[[",
      "awk",
      "cd",
      "echo",
      "exit",
      "false",
      "gawk",
      "npm",
      "printf",
      "pwd",
      "python",
      "python3",
      "read",
      "rev",
      "set",
      "sha1sum",
      "sha224sum",
      "sha384sum",
      "sha512sum",
      "sleep",
      "test",
      "true",
      "type",
      "which",
    ]
  `);
});

/** The recorded options of a program that a table of it does not have. */
function missingIn(table: OptionTable | undefined, program: string): readonly string[] {
  const specs = table ? specsOf(table) : new Map();
  const isKnown = (name: string): boolean =>
    specs.has(name) || (table?.negates === true && specs.has(name.replace(/^--no-/, "--")));
  return (recorded[program] ?? []).filter((name) => !isKnown(name));
}

describe.each(listed)("%s", (program) => {
  it("has each recorded option in its table, with what it takes, or as one that asks", () => {
    const missing =
      program === "find"
        ? (recorded[program] ?? []).filter((name) => findSpec(name) === undefined)
        : missingIn(tableOf(program), program);
    expect(missing).toEqual([]);
  });
});

describe.each([...writingPrograms])("%s, which writes or sends", (program, table) => {
  it("has each recorded option in its table, with what it takes", () => {
    expect(recorded[program]?.length).toBeGreaterThan(0);
    expect(missingIn(table, program)).toEqual([]);
  });
});

describe("a program that has no table of what it reads", () => {
  const others = Object.keys(recorded).filter((program) => tableOf(program) === undefined);

  it("is among those that write, or is asked about whatever its options", () => {
    expect(others.filter((program) => !writingPrograms.has(program))).toMatchInlineSnapshot(`
      [
        "cargo",
        "dd",
        "git add",
        "git checkout",
        "git clone",
        "git commit",
        "git config",
        "git fetch",
        "git init",
        "git mv",
        "git restore",
        "git rm",
        "make",
        "more",
        "numfmt",
        "patch",
        "pr",
        "pytest",
        "tar",
        "tsort",
      ]
    `);
  });

  it.each(others)("%s asks with each of its recorded options", async (program) => {
    const lines = (recorded[program] ?? []).flatMap((option) => [
      `${program} ${option}`,
      `${program} ${option} a`,
    ]);
    const verdicts = await Promise.all(lines.map(async (line) => verdictOf(await analyzeCommand(line))));
    expect(lines.filter((_, at) => verdicts[at] === "harmless")).toEqual([]);
  });
});

describe("a line of options", () => {
  it("gives each letter, each name, what it takes and what it changes", () => {
    const specs = optionSpecs("-ab -n=number all color=?text arg=text,path -r:deep out=written -C:asks");
    expect(Object.fromEntries(specs)).toEqual({
      "-a": { kinds: [], isOptional: false },
      "-b": { kinds: [], isOptional: false },
      "-n": { kinds: ["number"], isOptional: false },
      "--all": { kinds: [], isOptional: false },
      "--color": { kinds: ["text"], isOptional: true },
      "--arg": { kinds: ["text", "path"], isOptional: false },
      "-r": { kinds: [], isOptional: false, effect: "deep" },
      "--out": { kinds: ["written"], isOptional: false },
      "-C": { kinds: [], isOptional: false, effect: "asks" },
    });
    expect([...specs].filter(([, spec]) => isAsking(spec)).map(([name]) => name)).toEqual(["--out", "-C"]);
  });

  it.each(["files=paths", "-r:wide", "--name", "-=text"])("with a mistake is refused: %s", (line) => {
    expect(() => optionSpecs(line)).toThrow(/is not (?:known|an option)/);
  });
});
