import { chmod, mkdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { readRecipe, recipeConsent, type ReadRecipe, type RecipeConsent } from "../src/index.ts";
import { recipeText } from "./filled.ts";

const check = (command: string): string =>
  `prompt: p\nretry: { max_retries: 1, checks: [{ type: shell, command: ${JSON.stringify(command)} }] }\n`;
const onFailure = (command: string): string =>
  `prompt: p\nretry: { max_retries: 1, on_failure: ${JSON.stringify(command)}, checks: [{ type: shell, command: "true" }] }\n`;
const server = (cmd: string, args: readonly string[] = [], more = ""): string =>
  `prompt: p\nextensions: [{ type: stdio, name: s, cmd: ${JSON.stringify(cmd)}, args: ${JSON.stringify(args)}${more} }]\n`;
const parent = "prompt: p\nsub_recipes: [{ name: part, path: part.yaml }]\n";

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

async function readIn(home: string, text: string): Promise<ReadRecipe> {
  await put(home, { "main.yaml": recipeText(text) });
  const file = join(home, "main.yaml");
  const read = await readRecipe({ text: await readFile(file, "utf8"), file });
  expect(read.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return read;
}

async function consentIn(cwd: string, text: string, home = cwd): Promise<RecipeConsent> {
  return recipeConsent(await readIn(home, text), { cwd });
}

const told = ({ commands }: RecipeConsent): readonly string[] =>
  commands.filter(({ kind }) => kind === "file" || kind === "place").map(({ text }) => text);

/** Each names the file `tools/x.sh`. */
const places: readonly { readonly place: string; readonly text: string; readonly part?: string }[] = [
  { place: "a check", text: check("./tools/x.sh") },
  { place: "a check without a dot", text: check("tools/x.sh --fast") },
  { place: "a check by an interpreter", text: check("node tools/x.sh | grep -q ok") },
  { place: "a check in another folder", text: check("cd tools && ./x.sh") },
  { place: "a check in a subshell", text: check("(cd tools; sh x.sh)") },
  { place: "a check through a pipe", text: check("cat tools/x.sh | sh") },
  { place: "a check that reads it as its input", text: check("bash < tools/x.sh") },
  { place: "a check that sources it", text: check(". tools/x.sh") },
  { place: "a check in a substitution", text: check('test "$(./tools/x.sh)" = ok') },
  { place: "a check in backticks", text: check("test `tools/x.sh` = ok") },
  { place: "a check in quotes", text: check(`bash -c "./tools/x.sh && true"`) },
  { place: "a check behind quotes and escapes", text: check(String.raw`./to'ol's/"x".sh`) },
  { place: "a check in an option", text: check("runner --config=tools/x.sh") },
  { place: "a check in a short option", text: check("runner -rtools/x.sh") },
  { place: "a check behind a variable", text: check("$PWD/tools/x.sh") },
  { place: "a check with a name of a test", text: check("pytest tools/x.sh::test_one") },
  { place: "a check that copies it before it runs", text: check("cp tools/x.sh /tmp/y; sh /tmp/y") },
  { place: "a check in a condition", text: check("if ./tools/x.sh; then true; fi") },
  { place: "a check in a loop", text: check("for f in tools/x.sh; do sh $f; done") },
  { place: "a check on a further line", text: check("true\n./tools/x.sh") },
  { place: "a check below recipe_dir", text: check("{{ recipe_dir }}/tools/x.sh") },
  { place: "a check on a line that goes on", text: check("./too\\\nls/x.sh") },
  { place: "on_failure", text: onFailure("sh tools/x.sh") },
  { place: "an extension's cmd", text: server("./tools/x.sh") },
  { place: "an extension's argument", text: server("node", ["tools/x.sh"]) },
  { place: "an argument for a shell", text: server("bash", ["-c", "exec ./tools/x.sh --stdio"]) },
  { place: "an argument that a program may read as a command", text: server("runner", ["cat tools/x.sh"]) },
  { place: "an extension with a folder", text: server("node", ["x.sh"], ", cwd: tools") },
  { place: "a sub-recipe's check", text: parent, part: check("./tools/x.sh") },
  { place: "a sub-recipe's extension", text: parent, part: server("python3", ["tools/x.sh"]) },
];

describe("a file that a recipe's command names", () => {
  it.each(places)("is a part of what is agreed to, in $place", async ({ text, part }) => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await put(path, {
      "tools/x.sh": "one",
      ...(part === undefined ? {} : { "part.yaml": recipeText(part) }),
    });
    const read = await readIn(path, text);
    const consent = () => recipeConsent(read, { cwd: path });
    const agreed = await consent();
    expect(told(agreed).join()).toContain("x.sh");
    expect(await consentIn(path, text)).toEqual(agreed);

    await put(path, { "tools/x.sh": "two" });
    const swapped = await consent();
    await rm(join(path, "tools/x.sh"));
    await symlink(join(path, "main.yaml"), join(path, "tools/x.sh"));
    const linked = await consent();
    await rm(join(path, "tools/x.sh"));
    const gone = await consent();
    const hashes = [agreed, swapped, linked, gone].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(4);
    await put(path, { "tools/x.sh": "one" });
    expect((await consent()).hash).toBe(agreed.hash);
  });

  it("is told when it is not there", async () => {
    await using folder = await temporaryFolder();
    expect(told(await consentIn(folder.path, check("./x.sh --fast src/main.ts && npm test")))).toEqual([
      "./x.sh, missing",
      "src/main.ts, missing",
    ]);
  });

  it("counts by its content: the same in another folder is the same consent, another one is not", async () => {
    await using one = await temporaryFolder();
    await using other = await temporaryFolder();
    for (const { path } of [one, other]) await put(path, { "x.sh": "one" });
    const text = check("./x.sh");
    const { hash } = await consentIn(one.path, text);
    expect((await consentIn(other.path, text)).hash).toBe(hash);
    expect((await consentIn(other.path, text, one.path)).hash).toBe(hash);
    await put(other.path, { "x.sh": "two" });
    expect((await consentIn(other.path, text, one.path)).hash).not.toBe(hash);
  });
});

describe("a consent", () => {
  it.each([
    ["a search whose matches go into a file", "grep done out.md > found.txt"],
    ["a pipe into a program that may run it", "cat out.md | tee copy.md"],
    ["git with an option that may run a program", "git diff --ext-diff out.md"],
    ["git in another folder", "git -C out.md status"],
    ["a subcommand of git that may run a hook", "git commit out.md"],
    ["a program whose name is not known", "$CAT out.md"],
    ["a program that only looks, in a subshell", "(cat out.md)"],
  ])("changes when the file changes: %s", async (_, command) => {
    await using folder = await temporaryFolder();
    const before = await consentIn(folder.path, check(command));
    await put(folder.path, { "out.md": "made" });
    expect((await consentIn(folder.path, check(command))).hash).not.toBe(before.hash);
  });

  it.each([
    ["a test of what is to be made", "test -f out.md && [ -s out.md ]"],
    ["a search in it", "grep -q done out.md"],
    ["a pipe of programs that only look", "cat out.md | tr a b | grep -q b"],
    ["what is written", "npm test > out.md 2>&1"],
    ["what is removed", "rm -f out.md"],
    ["what git restores", "git checkout -- out.md"],
    ["a count in brackets", "[ 3 -gt 2 ] && cmp out.md out.md"],
    ["what git only lists", "git ls-files out.md"],
    ["what is written to nothing", "cat out.md > /dev/null"],
  ])("stays when the file changes that is only looked at: %s", async (_, command) => {
    await using folder = await temporaryFolder();
    const before = await consentIn(folder.path, check(command));
    await put(folder.path, { "out.md": "made" });
    expect((await consentIn(folder.path, check(command))).hash).toBe(before.hash);
  });

  it.each([
    ["a folder", "pytest tests", "tests is a folder"],
    ["a glob", "sh checks/*.sh", "checks/*.sh may name any file"],
    ["an unknown folder", "cd $DIR && ./x.sh", "$DIR may name any file"],
    ["the home folder by none", "cd && ./x.sh", "cd may name any file"],
    ["the home folder after an option", "cd -P; ./x.sh", "cd -P may name any file"],
    ["the folder before this one", "cd - && ./x.sh", "cd - may name any file"],
    ["the folder before this one, in a subshell", "(cd -; ./x.sh)", "cd - may name any file"],
    ["the home folder at the end of a subshell", "./x.sh & (cd)", "cd may name any file"],
    ["letters by number", String.raw`sh $'\x78.sh'`, "may name any file"],
    ["a variable", "sh $SCRIPT", "$SCRIPT may name any file"],
    ["a template", "sh {{ name }}.sh", "may name any file"],
    ["a glob in a subshell", "(sh checks/*.sh)", "checks/*.sh may name any file"],
    ["a variable in a subshell", "(sh $SCRIPT)", "$SCRIPT may name any file"],
    ["a choice in a condition", "if true; then sh {a,b}.sh; fi", "may name any file"],
    ["the home folder in a loop", "while true; do sh ~/x.sh; done", "~/x.sh may name any file"],
    ["a set in a substitution", "echo $(sh [ab].sh)", "[ab].sh may name any file"],
    ["any letter behind a here-document", "sh <<< x?.sh", "x?.sh may name any file"],
    ["a file that is too large", "./large", "large is too large to read"],
  ])("holds in one folder alone where a command names %s", async (_, command, why) => {
    await using one = await temporaryFolder();
    await using other = await temporaryFolder();
    for (const { path } of [one, other]) {
      await put(path, { "tests/a": "", large: "" });
      await truncate(join(path, "large"), 17 * 1024 * 1024);
    }
    const parameters = `parameters: [{ key: name, input_type: string, requirement: required, description: d }]\n`;
    const text = check(command) + (command.includes("{{") ? parameters : "");
    const here = await consentIn(one.path, text);
    expect(told(here).join("\n")).toContain(`in ${one.path} only`);
    expect(told(here).join("\n")).toContain(why);
    expect((await consentIn(other.path, text)).hash).not.toBe(here.hash);
    expect((await consentIn(one.path, text)).hash).toBe(here.hash);
  });

  it("holds in one folder alone where Python may import what is there", async () => {
    await using folder = await temporaryFolder();
    const text = `prompt: p\nextensions: [{ type: inline_python, name: p, code: "import helper" }]\n`;
    expect(told(await consentIn(folder.path, text)).join()).toContain(`in ${folder.path} only`);
  });

  it("covers a file with a blank in its name", async () => {
    await using folder = await temporaryFolder();
    await put(folder.path, { "my x.sh": "one" });
    for (const text of [check('sh "my x.sh"'), check("sh my\\ x.sh"), server("sh", ["my x.sh"])])
      expect(told(await consentIn(folder.path, text)).join()).toMatch(/my x\.sh, [0-9a-f]{64}/);
  });

  it("holds in one folder alone where a file cannot be read", async (context) => {
    if (process.getuid?.() === 0) context.skip();
    await using folder = await temporaryFolder();
    await put(folder.path, { "x.sh": "one" });
    await chmod(join(folder.path, "x.sh"), 0);
    expect(told(await consentIn(folder.path, check("./x.sh"))).join()).toContain("cannot be read");
  });

  it("is quick, and bounded, for a command with thousands of words", async () => {
    await using folder = await temporaryFolder();
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`).join(" ");
    expect(told(await consentIn(folder.path, check(`sh ${words}`))).join()).toContain("too many words");
  });
});
