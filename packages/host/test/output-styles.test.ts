import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { namedStyle, outputStylesHere } from "../src/agents.ts";
import { effectiveSettings } from "../src/settings.ts";

const user = "home/config/output-styles";
const project = "project/.skein/output-styles";
const written = (text: string, fields = "") => `---\n${fields}---\n${text}\n`;

async function stylesOf(
  files: Readonly<Record<string, string>>,
  { isTrusted = false, home }: { readonly isTrusted?: boolean; readonly home?: string } = {},
) {
  const folder = await temporaryFolder();
  const { path } = folder;
  const env = home === undefined ? {} : { [home]: join(path, "people/me") };
  const machine = machineOf(path, env, { "project/.git/HEAD": "", ...files });
  const cwd = join(path, "project");
  if (isTrusted) await trustStore(machine.directories.data).add(cwd);
  const found = await outputStylesHere(machine, await effectiveSettings(machine, cwd), cwd);
  return { found, path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}
const textsOf = (styles: readonly { readonly name: string; readonly text: string }[]) =>
  styles.map(({ name, text }) => `${name}: ${text}`);

describe("output styles", () => {
  it("are the user's, and the project's once it is trusted; the first of a name counts", async () => {
    const files = {
      [`${user}/short.md`]: "Be short.",
      [`${user}/a.md`]: written("Rhyme.", "name: Poet\ndescription: ' In verse '\nkeep-tone: true\n"),
      [`${project}/SHORT.md`]: "Be shorter.",
      [`${project}/long.md`]: "Be long.",
      "project/.claude/output-styles/plain.md": "Be plain.",
      [`${user}/notes.txt`]: "No style.",
    };
    await using before = await stylesOf(files);
    expect(textsOf(before.found.styles)).toEqual(["Poet: Rhyme.", "short: Be short."]);
    expect(before.found.styles[0]).toMatchObject({ description: "In verse", keepsTone: true });
    expect(before.found.styles[1]).toMatchObject({ description: "", keepsTone: false });
    expect(textsOf(before.found.untrusted)).toEqual([
      "SHORT: Be shorter.",
      "long: Be long.",
      "plain: Be plain.",
    ]);
    await using after = await stylesOf(files, { isTrusted: true });
    expect(textsOf(after.found.styles)).toEqual([
      "Poet: Rhyme.",
      "short: Be short.",
      "long: Be long.",
      "plain: Be plain.",
    ]);
    expect(after.found.untrusted).toEqual([]);
  });

  it("are also those of other programs in the home folder", async () => {
    const files = { "people/me/.claude/output-styles/theirs.md": "Be theirs." };
    for (const home of ["HOME", "USERPROFILE"]) {
      await using at = await stylesOf(files, { home });
      expect(textsOf(at.found.styles)).toEqual(["theirs: Be theirs."]);
    }
  });

  it("have the name of their file where they name none, and are not too long to be read", async () => {
    await using at = await stylesOf({
      [`${user}/a.md`]: written("One.", "name: ' '\n"),
      [`${user}/b.md`]: written("Two.", "name: 7\n"),
      [`${user}/c.md`]: "x".repeat(64 * 1024),
      [`${user}/d.md`]: "x".repeat(64 * 1024 + 1),
    });
    expect(at.found.styles.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });
});

describe("a style that is chosen", () => {
  const files = {
    [`${user}/short.md`]: "Be short.",
    [`${user}/broken.md`]: "---\nname: [\n---\nText.",
    [`${user}/empty.md`]: written(""),
    [`${project}/theirs.md`]: "Be theirs.",
  };

  it("is found by its name in any case; default is Skein's own", async () => {
    await using at = await stylesOf(files);
    expect(namedStyle("SHORT", at.found)).toEqual({
      style: { name: "short", text: "Be short.", keepsTone: false },
      warnings: [],
    });
    expect(namedStyle("Default", at.found)).toEqual({ style: undefined, warnings: [] });
  });

  it.each([
    ["broken", /^The output style "broken" cannot be used: .*broken\.md, line \d+: .*\.$/],
    ["empty", /empty\.md, it says nothing\.$/],
    ["theirs", /is the project's \(.*theirs\.md\), which is not trusted\.$/],
    ["shrot", /^There is no output style "shrot"\.$/],
  ])("says why it cannot be used: %s", async (name, message) => {
    await using at = await stylesOf(files);
    expect(() => namedStyle(name, at.found)).toThrow(
      expect.objectContaining({
        name: "ConfigError",
        code: "usage",
        message: expect.stringMatching(message),
      }),
    );
  });

  it("is guessed from what there is", async () => {
    await using at = await stylesOf({ [`${user}/short.md`]: "Be short." });
    const hintFor = (name: string) => {
      try {
        return namedStyle(name, at.found);
      } catch (error) {
        return (error as { hint?: string }).hint;
      }
    };
    expect(hintFor("shrot")).toBe("Did you mean short? Use one of: default, short.");
    expect(hintFor("weather")).toBe("Use one of: default, short.");
  });

  it("warns of an encoding that was guessed", () => {
    const style = { name: "x", text: "T", keepsTone: false, description: "", path: "/x.md" };
    const found = { styles: [{ ...style, guess: "it may be latin1" }], untrusted: [] };
    expect(namedStyle("x", found).warnings).toEqual([
      "/x.md is not UTF-8: it may be latin1. Save it as UTF-8.",
    ]);
  });
});
