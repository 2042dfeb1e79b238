import { describe, expect, it } from "vitest";
import { analyzeCommand, segmentEffects } from "../../src/shell-analysis/index.ts";

async function segmentsOf(command: string): Promise<readonly (readonly [text: string, via: string])[]> {
  const { segments } = await analyzeCommand(command);
  return segments.map(({ text, via }) => [text, via.join(" > ")] as const);
}

describe("segments", () => {
  it.each<[string, (readonly [string, string])[]]>([
    [
      "a && b || c; d | e & f",
      [
        ["a", ""],
        ["b", ""],
        ["c", ""],
        ["d", ""],
        ["e", ""],
        ["f", ""],
      ],
    ],
    [
      "echo $(a) `b` <(c)",
      [
        ["echo $(a) `b` <(c)", ""],
        ["a", "$()"],
        ["b", "$()"],
        ["c", "<()"],
      ],
    ],
    [
      "sudo -u x env A=1 nice -n 5 rm a",
      [
        ["sudo -u x env A=1 nice -n 5 rm a", ""],
        ["env A=1 nice -n 5 rm a", "sudo"],
        ["A=1 nice -n 5 rm a", "sudo > env"],
        ["rm a", "sudo > env > nice"],
      ],
    ],
    [
      "bash -c 'a; sh -c b'",
      [
        ["bash -c 'a; sh -c b'", ""],
        ["a", "bash -c"],
        ["sh -c b", "bash -c"],
        ["b", "bash -c > sh -c"],
      ],
    ],
    [
      "find . -exec a {} + -execdir b ';'",
      [
        ["find . -exec a {} + -execdir b ';'", ""],
        ["a {}", "find"],
        ["b", "find"],
      ],
    ],
    [
      "eval rm a",
      [
        ["eval rm a", ""],
        ["rm a", "eval"],
      ],
    ],
    [
      "cat <<E\n$(a)\nE",
      [
        ["cat <<E\n$(a)\nE", ""],
        ["a", "$()"],
      ],
    ],
  ])("%s", async (command, expected) => {
    expect(await segmentsOf(command)).toEqual(expected);
  });

  it("keeps assignments and redirections apart from words", async () => {
    const { segments } = await analyzeCommand("A=1 cmd 'x y' \"$z\" 2>err <in >>out 2>&1");
    expect(segments).toMatchObject([
      {
        program: { text: "cmd" },
        args: [
          { source: "'x y'", text: "x y", expansions: [] },
          { source: '"$z"', expansions: ["variable"], mayBeOption: true },
        ],
        assignments: [{ name: "A", value: { text: "1" } }],
        redirections: [
          { operator: ">", path: "err", writes: true },
          { operator: "<", path: "in", writes: false },
          { operator: ">>", path: "out", writes: true },
          { operator: ">&", writes: false },
        ],
      },
    ]);
  });

  it.each<[string, string[][]]>([
    ["ls", [[""]]],
    ["cd a && ls", [["a"]]],
    ["cd a && cd ../b && ls", [["a/../b"]]],
    ["cd a; ls", [["", "a"]]],
    ["cd a || ls", [["", "a"]]],
    ["(cd a); ls", [[""]]],
    ["cd a & ls", [[""]]],
    ["(cd a && ls)", [["a"]]],
    ["cd $x && ls", [["?"]]],
    ["cd - && ls", [["?"]]],
    ["command cd a && ls", [["?"]]],
    ["for i in 1 2; do cd a; done; ls", [["?"]]],
    ["if cd a; then ls; fi", [["", "a"]]],
    ["bash -c 'cd a && ls'", [["a"]]],
  ])("tells where the last of %s may run", async (command, [expected]) => {
    const { segments } = await analyzeCommand(command);
    const shown = segments
      .at(-1)
      ?.folders.map((path) =>
        path.map(({ text, expansions }) => (expansions.length > 0 ? "?" : text)).join("/"),
      );
    expect(shown).toEqual(expected);
  });
});

describe("problems", () => {
  it.each([
    ["ls \u00a0", "character"],
    [`ls ${"a".repeat(2_000)}`, "too-long"],
    [Array.from({ length: 51 }, () => "ls").join(";"), "too-many-segments"],
    ["ls (", "unparseable"],
    ["f() { ls; }", "unsupported-syntax"],
    ["echo a\\\nb", "parsers-differ"],
    ["$x", "expanded-program"],
    ["echo ${!x}", "expansion"],
    ["PATH=. ls", "environment"],
    ["source a", "evaluates"],
    ["timeout --unknown 5 ls", "wrapper"],
    ["git -c a.b=c status", "dangerous-option"],
  ])("%j: %s", async (command, code) => {
    const { problems } = await analyzeCommand(command);
    expect(problems.map((one) => one.code)).toContain(code);
  });

  it("holds 50 segments, and 2,000 characters, without one", async () => {
    const fifty = Array.from({ length: 50 }, () => "ls").join(";");
    expect((await analyzeCommand(fifty)).problems).toEqual([]);
    expect((await analyzeCommand(`ls ${"a".repeat(1_997)}`)).problems).toEqual([]);
  });

  it("asks about aliases that the caller knows of", async () => {
    const { problems } = await analyzeCommand("ll", { aliases: ["ll"] });
    expect(problems).toMatchObject([{ code: "alias" }]);
  });

  it("shows foreign characters escaped", async () => {
    const { problems } = await analyzeCommand("ls \u202e");
    expect(problems).toMatchObject([{ what: expect.stringContaining("U+202E"), where: "\\u{202e}" }]);
  });
});

describe("paths", () => {
  it.each<[string, string[]]>([
    ["cat a ../b ~/c *.ts", ["reads a", "reads ../b", "reads ~/c", "reads *.ts"]],
    ["grep -f list foo a", ["reads a", "reads list", "reads foo"].toSorted()],
    ["grep foo a b", ["reads a", "reads b"]],
    ["rm -rf a b", ["writes a", "writes b"]],
    ["cp a b c", ["reads a", "reads b", "writes c"]],
    ["cp --target-directory=d a b", ["writes d", "reads a", "reads b"]],
    ["chmod +x a", ["writes a"]],
    ["vim .git/config", ["writes .git/config"]],
    ["tool --file=.env", ["unknown .env"]],
    ["ls > out < in 2>/dev/null", ["writes out", "reads in"]],
    ["echo a", []],
    ["find -L a b -name c -newer d", ["reads a", "reads b", "reads d"]],
    ["git show HEAD:.env", ["reads .env", "reads HEAD:.env"]],
    ["git diff --no-index /etc/passwd a", ["reads /etc/passwd", "reads a"]],
    ["jq --rawfile x f . g", ["reads f", "reads g"]],
    ["sed -n -e 1p a b", ["reads a", "reads b"]],
    ["awk -F: 1 a", ["reads a"]],
    ["gawk -i inplace 1 a", ["writes inplace", "writes 1", "writes a"]],
    ["nawk --include=b 1 a", ["writes b", "writes 1", "writes a"]],
    ["xawk -i b 1 a", ["unknown b", "unknown 1", "unknown a"]],
    ["sed -i 1d a", ["writes 1d", "writes a"]],
    ["find a -delete", ["writes a"]],
    ["sort -o b a", ["writes b", "reads a"]],
    ["prettier --write a", ["writes a"]],
    ["curl -o a b", ["writes a"]],
    ["curl -d @a -F 'x=@b;type=c' --json @d https://e", ["reads a", "reads b", "reads d"]],
    ["curl file:///etc/a", ["reads /etc/a"]],
    ["curl --data-raw @a https://e", []],
    ["tar -xf a", ["writes a"]],
    ["ls <&3 2>&1", []],
  ])("%s", async (command, expected) => {
    const { segments } = await analyzeCommand(command);
    const paths = segments.map(segmentEffects).flatMap((one) => [...one.paths, ...one.redirected]);
    expect(paths.map(({ access, word }) => `${access} ${word.text}`).toSorted()).toEqual(expected.toSorted());
  });

  it("says that git rests on a repository whose settings start nothing", async () => {
    const { segments } = await analyzeCommand("git status");
    expect(segments.map((segment) => segmentEffects(segment).assumes)).toEqual([["plain-repository"]]);
  });
});

describe("powershell", () => {
  it.each(["Get-ChildItem", "get-content a.txt", "Get-Item C:\\x\\y", "Test-Path -Path a"])(
    "%s is looked into",
    async (text) => {
      expect(await analyzeCommand(text, { shell: "powershell" })).toMatchObject({
        problems: [],
        segments: [{ text }],
      });
    },
  );

  it.each([
    "Get-Content a; evil",
    "Get-Content $(evil)",
    "Get-Content `a",
    "& evil",
    "Get-Content a | evil",
    "ls",
    "evil",
    "Remove-Item a",
    "Get-Content 'a'",
    "Get-Content \\\\host\\share",
    "Get-Content //host/a",
    "Get-Content Env:KEY",
    "Get-Content a\nevil",
    "Get-Content @(evil)",
    "Get-Content {evil}",
    "Get-Content a > b",
    "Get-Content *",
  ])("%s asks", async (text) => {
    expect((await analyzeCommand(text, { shell: "powershell" })).problems).toMatchObject([{ code: "shell" }]);
  });
});
