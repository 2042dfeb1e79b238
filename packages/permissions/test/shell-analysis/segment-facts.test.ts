import { describe, expect, it } from "vitest";
import {
  analyzeCommand,
  broadPattern,
  parsePattern,
  segmentEffects,
  verdictOf,
} from "../../src/shell-analysis/index.ts";

/** Verdict of a line, and the files that its words and redirections name, as `access word`. */
async function factsOf(line: string) {
  const analysis = await analyzeCommand(line);
  const uses = analysis.segments.flatMap((segment) => {
    const { paths, redirected } = segmentEffects(segment);
    return [...paths, ...redirected];
  });
  return [verdictOf(analysis), uses.map(({ word, access }) => `${access} ${word.text}`)];
}

describe("a line", () => {
  it.each<[string, string, readonly string[]]>([
    ["wc -l < <(git log)", "harmless", []],
    ["wc -l < a", "harmless", ["reads a"]],
    ["wc -l < $A", "not-harmless", ["writes $A"]],
    ["git reflog", "harmless", []],
    ["git reflog show", "harmless", ["reads show"]],
    ["git reflog expire", "not-harmless", ["unknown reflog", "unknown expire"]],
    ["git reflog $A", "not-harmless", ["unknown reflog", "unknown $A"]],
    ["git blame --contents=notes a.ts", "harmless", ["reads a.ts", "reads notes"]],
    ["git ls-files -X rules", "harmless", ["reads rules"]],
    ["stat $A", "harmless", ["reads $A"]],
    ["stat *.ts", "harmless", ["reads *.ts"]],
    ["ls $A", "harmless", ["reads $A"]],
    ["du $A", "harmless", ["reads $A"]],
    ["cp =a b", "not-harmless", ["reads =a", "reads a", "writes b"]],
    ["cp a: b", "not-harmless", ["reads a:", "reads a", "writes b"]],
    ["cp a b", "not-harmless", ["reads a", "writes b"]],
  ])("%s is %s and names these files", async (line, verdict, files) => {
    expect(await factsOf(line)).toEqual([verdict, files]);
  });
});

describe("the name that find puts into a word", () => {
  it.each([
    ["{}", true],
    ["{}.bak", true],
    ["a{}", false],
    ["a{}b", false],
    ["-a{}", true],
  ])("may make %s an option: %s", async (word, mayBeOption) => {
    const { segments } = await analyzeCommand(`find . -exec cat ${word} \\;`);
    expect(segments.at(-1)?.args[0]).toMatchObject({ text: word, mayBeOption });
  });
});

/** `levels` shells inside each other. */
function shells(levels: number, command = "echo a"): string {
  return levels === 0 ? command : `bash -c '${shells(levels - 1, command).replaceAll("'", `'"'"'`)}'`;
}

it.each([1, 2, 3])("%i shells inside each other are looked into", async (levels) => {
  const { segments, problems } = await analyzeCommand(shells(levels));
  expect(problems).toEqual([]);
  expect(segments.at(-1)?.text).toBe("echo a");
});

describe("a broad pattern", () => {
  it.each([
    ["go *", true],
    ["mongo *", false],
    ["gofmt *", false],
    ["cargo *", true],
    ["cargo-deny *", false],
    ["docker run *", true],
    ["docker runner *", false],
    ["docker compose *", true],
    ["docker compose-up *", false],
    ["docker ps *", false],
    ["kubectl exec *", true],
    ["kubectl executor *", false],
    ["npm run *", true],
    ["npm runs *", false],
    ["git config *", true],
    ["git configure *", false],
  ])("%s: %s", (text, isBroad) => {
    expect(broadPattern(parsePattern(text)) !== undefined).toBe(isBroad);
  });
});

it.each(["test", "build", "check", "clippy", "fmt", "bench", "doc", "tree"])(
  "the options of cargo %s are known",
  (name) => {
    expect(parsePattern(`cargo ${name} [known]`)).toMatchObject({ isKnown: true });
  },
);

it.each(["test", "build", "vet", "fmt", "doc", "list"])("the options of go %s are known", (name) => {
  expect(parsePattern(`go ${name} [known]`)).toMatchObject({ isKnown: true });
});
