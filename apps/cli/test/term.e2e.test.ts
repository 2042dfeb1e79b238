import { spawnSync } from "node:child_process";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const shells = ["bash", "zsh", "fish"] as const;
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const done = { parts: [{ type: "text", text: "Because." }] } as const;

interface Body {
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly { readonly text?: string }[];
  }[];
}

/** A stand-in for the program: it writes down what it is called with. */
const program = `#!/bin/sh
printf '%s\\n' "$@" > "$HOME/called"
`;

describe.each(shells)("the script for %s", (shell) => {
  it.skipIf(!has(shell))("hands over the last command with its exit code, and the question", async () => {
    await using skein = await importHome({ "bin/skein": program });
    spawnSync("chmod", ["755", `${skein.home}/bin/skein`]);
    const { stdout: script, exitCode } = await skein.here(["term", shell]);
    expect(exitCode).toBe(0);
    skein.write("hook", script);
    const load = shell === "fish" ? "source $HOME/hook" : ". $HOME/hook";
    const lines = [load, "false a b", "@skein why did that fail", "exit"];
    const flags = { bash: ["--norc", "--noprofile", "-i"], zsh: ["-f", "-i"], fish: ["--no-config", "-i"] }[
      shell
    ];
    const env = { HOME: skein.home, PATH: `${skein.home}/bin:/usr/bin:/bin`, TERM: "xterm", HISTFILE: "" };
    const input = `${lines.join("\n")}\n`;
    const command = [shell, ...flags].join(" ");
    spawnSync("script", ["-qec", command, "/dev/null"], { env, input, timeout: 240_000, cwd: skein.home });
    const called = skein.read("called").trimEnd().split("\n");
    expect(called.slice(0, 4)).toEqual(["term", "run", "--last=false a b", "--code=1"]);
    expect(called[4]).toMatch(/^--session-id=term-\d{8}-\d{6}-\d+$/);
    expect(called.slice(5)).toEqual(["--", "why did that fail"]);
  });
});

it("asks about the last command, and goes on in the session of the shell", async () => {
  await using server = await anthropicServer([done, done]);
  await using skein = await importHome();
  const env = { ANTHROPIC_BASE_URL: server.url };
  const ask = (...words: string[]) =>
    skein.here(["term", "run", "--last=make test", "--code=2", "--session-id=term-1", "--", ...words], env);
  expect(await ask("why did that fail?")).toMatchObject({ exitCode: 0, stdout: "Because.\n" });
  expect(await ask("and now?")).toMatchObject({ exitCode: 0, stdout: "Because.\n" });
  const { messages } = JSON.parse(server.requests[1]?.bytes.toString() ?? "{}") as Body;
  const said = messages.filter(({ role }) => role === "user").map(({ content }) => content[0]?.text);
  expect(said[0]).toContain("why did that fail?");
  expect(said[0]).toContain("$ make test");
  expect(said[0]).toContain("(exit code 2)");
  expect(said[0]).toContain("only tmux tells it");
  expect(said[1]).toContain("and now?");
});

describe("a script without a shell's name", () => {
  it.each([
    [{ SHELL: "/usr/bin/fish" }, 0, "function"],
    [{ SHELL: "" }, 2, "Which shell?"],
    [{ SHELL: "/bin/ksh" }, 2, 'There is no script for the shell "ksh".'],
  ])("is for %j", async (env, code, said) => {
    await using skein = await importHome({});
    const { exitCode, stdout, stderr } = await skein.here(["term"], env);
    expect(exitCode).toBe(code);
    expect(`${stdout}${stderr}`).toContain(said);
  });
});
