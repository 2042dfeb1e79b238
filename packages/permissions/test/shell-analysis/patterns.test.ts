import { describe, expect, it } from "vitest";
import {
  analyzeCommand,
  parsePattern,
  PatternError,
  segmentCoverage,
  segmentMatches,
  suggestPattern,
  type Segment,
} from "../../src/shell-analysis/index.ts";
import { corpus } from "./corpus.ts";

async function first(command: string): Promise<Segment> {
  const segment = (await analyzeCommand(command)).segments[0];
  if (!segment) throw new Error(`no segment in ${command}`);
  return segment;
}

describe("segmentMatches", () => {
  it.each<[pattern: string, covered: string[], uncovered: string[]]>([
    [
      "git status",
      ["git status", "git 'status'", "git status 2>/dev/null", "git status 2>&1"],
      ["git status -s", "git status > f", "A=1 git status", "git push", "git"],
    ],
    [
      "git push *",
      ["git push", "git push origin main", "git push $x", "git push -f"],
      ["git pushx", "git -C a push", "git $x", "$x push", "git push > f", "/usr/bin/git push"],
    ],
    [
      "npm run test:*",
      ["npm run test:unit", "npm run test:"],
      ["npm run test", "npm run test:unit --watch", "npm run test:$x", "npm run x"],
    ],
    ["npm run test:* *", ["npm run test:unit", "npm run test:unit --watch"], ["npm run test"]],
    [
      "node --test *",
      ["node --test", "node --test a b", "node --test < a"],
      ["node a --test", "node -e x --test"],
    ],
    ["rm * a", ["rm -f a", "rm b a"], ["rm a", "rm -r -f a", "rm $x a", "rm *.ts a"]],
    ["CI=1 npm test", ["CI=1 npm test"], ["npm test", "CI=2 npm test", "CI=1 A=1 npm test"]],
    ["CI=* npm test", ["CI=1 npm test"], ["CI=$x npm test"]],
    ["echo 'a * b'", ["echo 'a * b'"], ["echo 'a x b'", "echo a x b"]],
    ["echo a\\*", ["echo 'a*'"], ["echo ab"]],
    ["make", ["make"], ["make x", "make > f"]],
    ["psql *", ["psql <<< x", "psql <<E\nx\nE"], ["psql > f"]],
    ["a *x*y*", ["a xy", "a 1x2y3"], ["a yx", "a x", "a y"]],
  ])("%s", async (pattern, covered, uncovered) => {
    for (const command of covered)
      expect([command, segmentMatches(parsePattern(pattern), await first(command))]).toEqual([command, true]);
    for (const command of uncovered)
      expect([command, segmentMatches(parsePattern(pattern), await first(command))]).toEqual([
        command,
        false,
      ]);
  });

  it.each([
    "",
    " ",
    "A=1",
    "a; b",
    "a && b",
    "a | b",
    "a > b",
    "a $x",
    "a `b`",
    "a 'b",
    "a \\",
    "a\nb",
    "# a",
  ])("%j is no pattern", (pattern) => expect(() => parsePattern(pattern)).toThrow(PatternError));
});

describe("segmentCoverage, for rules that deny", () => {
  it.each<[pattern: string, yes: string[], maybe: string[], no: string[]]>([
    [
      "git push *",
      ["git push", "/usr/bin/git push", "A=1 git push > f"],
      ["git -C a push x", "git $x", "git --no-pager push", "$x push"],
      ["git log push", "git pull", "echo git push"],
    ],
    [
      "rm -rf *",
      ["rm -rf a", "rm -fr a", "rm -r -f a", "rm -rvf a", "rm a -rf"],
      ["rm $x", "rm -r --x=-f -f$x"],
      ["rm a", "rm -r a"],
    ],
    ["npm publish", ["npm publish"], ["npm publish --tag x"], ["npm test"]],
    ["git push --force *", ["git push --force"], ["git push origin --force"], ["git push origin"]],
    ["git * main", ["git push main"], ["git push origin main", "git main", "git"], ["git push origin"]],
    ["* --force", ["git --force"], ["git push --force"], ["git push"]],
    ["npm*", ["npm"], ["npmx a"], ["pnpm"]],
  ])("%s", async (pattern, yes, maybe, no) => {
    for (const [expected, commands] of Object.entries({ yes, maybe, no }))
      for (const command of commands)
        expect([command, segmentCoverage(parsePattern(pattern), await first(command))]).toEqual([
          command,
          expected,
        ]);
  });
});

describe("suggestPattern", () => {
  it.each<[string, string | undefined]>([
    ["node --test a.test.ts", "node --test [known]"],
    ["node a.js", "node a.js"],
    ["node -e 'x'", "node -e x"],
    ["npm test", "npm test [known]"],
    ["npm run build -- --watch", "npm run build [known]"],
    ["npm publish", "npm publish"],
    ["npx vitest run a", "npx vitest [known]"],
    ["pnpm exec tsc -b", "pnpm exec tsc [known]"],
    ["git push origin main", "git push origin main"],
    ["git commit -m 'a b'", "git commit [known]"],
    ['git commit -m "$x"', "git commit [known]"],
    ["git push $x", undefined],
    ["rm -rf build", "rm -rf build"],
    ["rm *.ts", undefined],
    ["echo 'a * b'", "echo 'a * b'"],
    ['echo "it\'s"', `echo "it's"`],
    ["CI=1 npm test", "CI=1 npm test [known]"],
    ["npm test > log", undefined],
    ["cargo test x", "cargo test [known]"],
    ["curl https://example.invalid", "curl https://example.invalid"],
    ["unknown a b", "unknown a b"],
    ["npm run", "npm run"],
    ["npm testing", "npm testing"],
    ["xnpm test", "xnpm test"],
    ["bun test", "bun test [known]"],
    ["python3 -m pytest a", "python3 -m pytest [known]"],
    ["python -m http.server", "python -m http.server"],
    ["yarn vitest run", "yarn vitest [known]"],
    ["npx cowsay a", "npx cowsay a"],
    ["cargo publish", "cargo publish"],
    ["go vet", "go vet [known]"],
    ["go run a", "go run a"],
    ["dotnet test", "dotnet test [known]"],
    ["dotnet build a", "dotnet build [known]"],
    ["dotnet tests", "dotnet tests"],
    ["git stash list", "git stash list [known]"],
    ["git stash drop", "git stash drop"],
    ["git log", "git log [known]"],
    ["git clean", "git clean"],
    ["tsc", "tsc [known]"],
    ["tscx", "tscx"],
    ["mkdir -p a", "mkdir [known]"],
  ])("%s: %s", async (command, expected) => {
    expect(suggestPattern(await first(command))).toBe(expected);
  });

  it("covers what it was made from, in all of the corpus", async () => {
    const lost: string[] = [];
    for (const { command } of [...corpus("benign"), ...corpus("compound"), ...corpus("evasive")])
      for (const segment of (await analyzeCommand(command)).segments) {
        const pattern = suggestPattern(segment);
        if (pattern !== undefined && !segmentMatches(parsePattern(pattern), segment))
          lost.push(`${pattern} for ${segment.text}`);
      }
    expect(lost).toEqual([]);
  });
});
