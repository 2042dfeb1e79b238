import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hookEventNames } from "@skein/hooks";
import { hooksHome } from "./hooks-home.ts";

const page = readFileSync(new URL("../../../docs/hooks.md", import.meta.url), "utf8");
const examples = page.slice(page.indexOf("## Examples"), page.indexOf("## Events"));

/** The YAML behind a sentence of the page. */
function example(sentence: string): string {
  const [, yaml] = /```yaml\n([^]*?)```/.exec(examples.slice(examples.indexOf(sentence))) ?? [];
  return yaml ?? "";
}

describe("docs/hooks.md", () => {
  it("names the events that there are", () => {
    const rows = page.split("\n").map((line) => /^\| `(\w+)` /.exec(line)?.[1]);
    expect(rows.filter((name) => name !== undefined).toSorted()).toEqual(hookEventNames.toSorted());
  });

  it.each<[string, readonly string[], string]>([
    ["Refuse a command", ["PreToolUse", "--input", '{"command":"git push"}'], "deny the call"],
    ["Refuse a command", ["PreToolUse", "--input", '{"command":"git status"}'], "go on as without hooks"],
    ["Check every change", ["PostToolUse", "--tool", "Edit"], "a.txt:1: trailing whitespace."],
    ["Check every change", ["PostToolUse", "--tool", "Read"], "No hook waits for this PostToolUse."],
    ["Keep the model at work", ["Stop"], "send the model back to work with: The tests are red."],
    ["Keep the model at work", ["Stop", "--input", '{"stop_hook_active":true}'], "go on as without hooks"],
  ])("has examples that run: %s, %j", async (sentence, args, words) => {
    await using home = await hooksHome({});
    await home.put(".config/skein/config.yaml", example(sentence));
    await home.put(
      "package.json",
      JSON.stringify({ scripts: { test: "echo 'The tests are red.' >&2; exit 1" } }),
    );
    await home.put(".npmrc", "loglevel=silent\nupdate-notifier=false\n");
    await home.put("a.txt", "a\n");
    const git = (...argv: readonly string[]) =>
      execFileSync("git", argv, {
        cwd: home.skein.home,
        stdio: "ignore",
        env: { PATH: process.env["PATH"] ?? "" },
      });
    git("init", "-q");
    git("add", "a.txt");
    await home.put("a.txt", "a \n");
    const { stdout, stderr } = await home.skein.here(["hooks", "test", ...args]);
    expect(`${stdout}${stderr}`).toContain(words);
  });
});
