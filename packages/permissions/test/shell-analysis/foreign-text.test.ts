import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand, segmentMatches, parsePattern, verdictOf } from "../../src/shell-analysis/index.ts";

const codes = async (command: string) => (await analyzeCommand(command)).problems.map(({ code }) => code);

describe("text that is not English", () => {
  it.each([
    `git commit -m "Größe angepasst"`,
    `git add -A && git commit -am 'Исправить размер – наконец'`,
    `git tag -a v1 -m "版本，一"`,
    `git commit --message 'naïve'`,
    `echo "Schöne Grüße" 'ça va…'`,
    `grep 'naïve' a`,
    `grep -rn "größe" lib | head -3`,
    `rg -i 'サイズ' src`,
    `echo "$(grep 'ü' a)"`,
  ])("is understood as a quoted text: %s", async (command) => {
    expect(await codes(command)).toEqual([]);
  });

  it("is compared with rules, and is harmless where its program is", async () => {
    const { segments } = await analyzeCommand(`git commit -m "Größe; rm -rf b"`);
    expect(segments.map(({ args }) => args[2]?.text)).toEqual(["Größe; rm -rf b"]);
    expect(segmentMatches(parsePattern("git commit *"), segments[0]!)).toBe(true);
    expect(segmentMatches(parsePattern("git push *"), segments[0]!)).toBe(false);
    expect(verdictOf(await analyzeCommand("grep 'naïve' a"))).toBe("harmless");
    expect(verdictOf(await analyzeCommand("grep 'naïve' a > b"))).toBe("not-harmless");
  });

  it.each([
    ["as a program", `'größe' a`],
    ["as a part of a program's name", `gr'é'p a b`],
    ["outside quotes", `echo größe`],
    ["beside quotes", `echo 'a'ü`],
    ["behind a backslash", String.raw`echo \ü`],
    ["beside an expansion", `echo "ü $x"`],
    ["as an option", `grep '-ü' a`],
    ["as the value of an option", `git commit -m a --author='Jürgen <j@example.org>'`],
    ["as a path", `cat '.ßh/id_rsa'`],
    ["as a path beside a text", `grep 'a' 'ü'`],
    ["as a path where the text is an option's", `grep 'ü' -e a`],
    ["as a path where an expansion may be an option", `grep 'ü' $x`],
    ["as a path of git", `git commit -m a 'ü'`],
    ["as a path of git behind two dashes", `git commit -m a -- 'ü'`],
    ["as the target of a redirection", `echo a > 'ü'`],
    ["in an assignment", `A='ü' echo a`],
    ["in a variable of the shell", `a='ü'`],
    ["in a comment", `echo a # ü`],
    ["in a here-document", `cat <<'E'\nü\nE`],
    ["in a script inside", `bash -c "echo 'ü'"`],
    ["behind a wrapper", `sudo git commit -m 'ü'`],
    ["for programs that are not known to take a text", `python 'ü'`],
    ["for a program whose name only begins like one that does", `grepx 'ü' a`],
    ["for a program whose name only ends like one that does", `xrg 'ü' a`],
    ["for git where the text is another argument", `git push 'ü'`],
    ["in the text and elsewhere", `echo 'ü' ü`],
    ["in a function's name", `ü() { echo 'a'; }`],
    ["in the words of a loop", `for i in 'ü'; do echo 'a'; done`],
  ])("asks %s: %s", async (_, command) => {
    expect(await codes(command)).toContain("character");
  });

  it.each([
    ["zero-width space", "\u200b"],
    ["zero-width joiner", "\u200d"],
    ["soft hyphen", "\u00ad"],
    ["Hangul filler", "\u3164"],
    ["variation selector", "\ufe0f"],
    ["bidi override", "\u202e"],
    ["bidi isolate", "\u2066"],
    ["right-to-left letter", "\u05d0"],
    ["no-break space", "\u00a0"],
    ["ideographic space", "\u3000"],
    ["line separator", "\u2028"],
    ["C1 control", "\u009b"],
    ["escape", "\u001b"],
    ["byte order mark", "\ufeff"],
    ["tag character", "\u{e0041}"],
    ["private use", "\ue000"],
    ["lone surrogate", "\ud800"],
    ["unassigned", "\u0378"],
    ["semicolon look-alike", "\uff1b"],
  ])("asks about a %s, in a text too", async (_, char) => {
    expect(await codes(`echo 'a${char}b'`)).toEqual(["character"]);
    expect(await codes(`git commit -m "ü${char}"`)).toEqual(["character"]);
  });

  it("has no part outside a text that is not seen", async () => {
    const pieces = [
      "echo",
      " ",
      "'",
      '"',
      "ü",
      "ж",
      ";",
      "&&",
      "$(",
      ")",
      "a",
      "git commit -m ",
      "\n",
      "#",
      "<",
      ">",
    ];
    await checkProperty(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), async (parts) => {
        const text = parts.join("");
        const { problems, segments } = await analyzeCommand(text);
        if (problems.length > 0) return;
        const quoted = segments.flatMap(({ args }) => args.filter(({ source }) => /^["']/.test(source)));
        const seen = new Set(quoted.map(({ source }) => source));
        let rest = text;
        for (const source of seen) rest = rest.replaceAll(source, "");
        expect(rest).toMatch(/^\p{ASCII}*$/u);
      }),
      { numRuns: 500 },
    );
  });
});
