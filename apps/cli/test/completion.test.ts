import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/later.ts";
import { help, summaries } from "../src/help.ts";
import { entry } from "./entry.ts";
import { sessionHome } from "./session-home.ts";
import { skeinHome } from "./skein.ts";

const server = "http://127.0.0.1:9";

interface Answer {
  readonly words: readonly string[];
  /** What the shell may add, as the script is told it. */
  readonly directive: string;
}

async function completed(...words: readonly string[]): Promise<Answer> {
  await using skein = await skeinHome(server);
  mkdirSync(join(skein.home, ".skein", "recipes"), { recursive: true });
  writeFileSync(
    join(skein.home, ".skein", "recipes", "nightly.yaml"),
    "version: 1.0.0\ntitle: Nightly\ndescription: d\nprompt: p\n",
  );
  const { exitCode, stdout, stderr } = await skein.here(
    ["complete", "--", ...words],
    {},
    { cwd: skein.home },
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  return {
    words: lines.slice(0, -1).map((line) => line.split("\t")[0] ?? ""),
    directive: lines.at(-1) ?? "",
  };
}

const nothing = ":4";
const files = ":0";
const folders = ":16";

describe("what is completed", () => {
  it.each<[string, readonly string[], Partial<Record<"has" | "lacks", readonly string[]>>, string]>([
    ["commands", [""], { has: ["run", "session", "completion", "help"], lacks: ["complete"] }, nothing],
    ["commands that begin so", ["se"], { has: ["session"], lacks: ["run"] }, nothing],
    ["subcommands", ["session", ""], { has: ["list", "undo"], lacks: ["run"] }, nothing],
    ["flags", ["run", "--"], { has: ["--mode", "--max-cost"], lacks: ["-m"] }, nothing],
    ["flags of a subcommand", ["session", "list", "--a"], { has: ["--all"], lacks: ["--mode"] }, nothing],
    ["flags of a chat without a command", ["--re"], { has: ["--resume", "--recipe"] }, nothing],
    ["flags behind a task", ["fix the bug", "--mo"], { has: ["--mode", "--model"] }, nothing],
    ["no flag twice", ["run", "--mode", "auto", "--m"], { has: ["--model"], lacks: ["--mode"] }, nothing],
    ["repeatable flags again", ["run", "--params", "a=b", "--pa"], { has: ["--params"] }, nothing],
    ["modes", ["run", "--mode", ""], { has: ["auto", "plan"], lacks: ["--mode"] }, nothing],
    ["modes behind =", ["run", "--mode=a"], { has: ["--mode=auto"], lacks: ["--mode=plan"] }, nothing],
    ["formats", ["run", "--output-format", "s"], { has: ["stream-json"], lacks: ["text"] }, nothing],
    ["providers", ["run", "--provider", "anth"], { has: ["anthropic"], lacks: ["openai"] }, nothing],
    ["recipes, by name or file", ["run", "--recipe", ""], { has: ["nightly"] }, files],
    ["recipes of a command", ["recipe", "explain", "n"], { has: ["nightly"] }, files],
    ["files", ["run", "-i", ""], {}, files],
    ["folders", ["run", "--cwd", ""], {}, folders],
    ["built-in extensions", ["mcp", "d"], { has: ["developer"] }, nothing],
    ["shells", ["completion", ""], { has: ["bash", "zsh", "fish", "powershell"] }, nothing],
    ["nothing for a text", ["run", "-t", "fix"], {}, nothing],
    ["nothing for an unknown subcommand", ["session", "lst", ""], {}, nothing],
  ])("%s", async (_, words, { has = [], lacks = [] }, directive) => {
    const answer = await completed(...words);
    // Where no word is expected, nothing may come.
    const found = has.length === 0 ? answer.words : answer.words.filter((word) => has.includes(word));
    expect(found.toSorted()).toEqual(has.toSorted());
    for (const word of lacks) expect(answer.words).not.toContain(word);
    expect(answer.directive).toBe(directive);
  });

  it("are the sessions of this folder, with their names", async () => {
    await using home = await sessionHome();
    await home.hold("s-first", "say hello", [{ text: "Hello." }]);
    await home.hold("s-second", "say more", [{ text: "More." }]);
    const { stdout } = await home.here(["complete", "--", "session", "show", ""], {}, { cwd: home.cwd });
    expect(stdout.split("\n").toSorted()).toEqual(["", ":4", "s-first\tsay hello", "s-second\tsay more"]);
    const one = await home.here(["complete", "--", "resume", "s-f"], {}, { cwd: home.cwd });
    expect(one.stdout).toBe("s-first\tsay hello\n:4\n");
  });

  it("stay quiet about a config file that cannot be read", async () => {
    await using skein = await skeinHome(server);
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    writeFileSync(join(skein.home, ".config", "skein", "config.yaml"), "{");
    const args = ["complete", "--", "run", "--agent", ""];
    expect(await skein.here(args)).toMatchObject({ exitCode: 0, stdout: ":4\n", stderr: "" });
  });
});

describe("skein --help", () => {
  it("has a line for every command but the one that scripts call", () => {
    expect(Object.keys(summaries).toSorted()).toEqual(
      Object.keys(commands)
        .filter((name) => name !== "complete")
        .toSorted(),
    );
    for (const name of Object.keys(summaries)) expect(help).toContain(`\n  ${name} `);
  });
});

describe("skein completion", () => {
  it.concurrent.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s", async (shell) => {
    await using skein = await skeinHome(server);
    const { exitCode, stdout, stderr } = await skein.run(["completion", shell]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("skein complete ");
  });

  it("takes the shell of the user, and says what there is when it has none for it", async () => {
    await using skein = await skeinHome(server);
    expect((await skein.run(["completion"], { SHELL: "/usr/bin/fish" })).stdout).toContain("fish");
    const odd = await skein.here(["completion"], { SHELL: "/usr/bin/xonsh" });
    expect(odd).toMatchObject({ exitCode: 2, stdout: "" });
    expect(odd.stderr).toMatch(/no script for the shell "xonsh"[^]*bash, zsh, fish, powershell/);
    expect(await skein.here(["completion", "tcsh"])).toMatchObject({ exitCode: 2 });
  });

  it("completes in bash, by the script alone", async () => {
    await using skein = await skeinHome(server);
    const bin = join(skein.home, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "skein"), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`);
    chmodSync(join(bin, "skein"), 0o755);
    // What bash-completion brings, and what pressing Tab does.
    const script = `
_get_comp_words_by_ref() { cur=p prev=--mode words=(skein run --mode p) cword=3; }
source <(skein completion bash)
COMP_WORDS=(skein run --mode p) COMP_CWORD=3 COMP_LINE='skein run --mode p' COMP_POINT=18 COMP_TYPE=9
"$(complete -p skein | sed 's/.*-F \\([^ ]*\\).*/\\1/')" skein p --mode
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: skein.home };
    const { stdout } = spawnSync("bash", ["-c", script], { cwd: skein.home, env, encoding: "utf8" });
    expect(stdout.trim()).toBe("plan");
  });
});
