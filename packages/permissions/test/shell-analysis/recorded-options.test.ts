import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findSpec } from "../../src/shell-analysis/programs/checked-programs.ts";
import { readingSubcommands } from "../../src/shell-analysis/programs/git-subcommands.ts";
import { isAsking, optionSpecs } from "../../src/shell-analysis/programs/option-spec.ts";
import { specsOf, type OptionTable } from "../../src/shell-analysis/programs/options.ts";
import { readingPrograms } from "../../src/shell-analysis/programs/reading-programs.ts";
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

describe.each(listed)("%s", (program) => {
  const table = tableOf(program);

  it("has each recorded option in its table, with what it takes, or as one that asks", () => {
    const isKnown = (name: string): boolean => {
      if (program === "find") return findSpec(name) !== undefined;
      const specs = table ? specsOf(table) : new Map();
      return specs.has(name) || (table?.negates === true && specs.has(name.replace(/^--no-/, "--")));
    };
    expect((recorded[program] ?? []).filter((name) => !isKnown(name))).toEqual([]);
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
