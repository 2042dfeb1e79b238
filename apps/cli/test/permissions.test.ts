import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

async function config(skein: SkeinHome, yaml: string): Promise<string> {
  const folder = join(skein.home, ".config", "skein");
  await mkdir(folder, { recursive: true });
  const file = join(folder, "config.yaml");
  await writeFile(file, yaml);
  return file;
}

const rules = `permissions:
  allow:
    - shell(npm test *)
  deny: ["Bash(git push:*)"]
  "read(secrets/**)": ask
`;

describe("skein permissions", () => {
  it("explains a command with the rule that decides, its place, and every part", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const file = await config(skein, rules);
    const explain = async (command: string) =>
      JSON.parse((await skein.here(["permissions", "explain", command, "--json"])).stdout) as unknown;
    expect(await explain("npm test && ls")).toMatchObject({
      decision: "allow",
      rule: { text: "shell(npm test *)", source: `${file}:3:7` },
      segments: [
        { text: "npm test", decision: "allow" },
        { text: "ls", decision: "allow" },
      ],
    });
    expect(await explain("ls; git push -f")).toMatchObject({
      decision: "deny",
      rule: { text: "Bash(git push:*)", source: `${file}:4:10` },
    });
    expect(await explain("npm publish")).toMatchObject({
      decision: "ask",
      rule: null,
      by: "mode smart_approve",
    });
    const { stdout } = await skein.here(["permissions", "explain", "npm test; npm publish"]);
    expect(stdout).toContain("ask    npm publish  (mode smart_approve: it is not known to only read)");
  });

  it("explains a command that asks to run outside the sandbox by the rules for that", async () => {
    await using skein = await skeinHome();
    await config(skein, 'permissions: { allow: ["shell(npm *)", "outside(npm install *)"] }\n');
    const explain = async (...args: string[]) =>
      (await skein.here(["permissions", "explain", ...args])).stdout.split("\n")[0];
    expect(await explain("npm install a")).toContain("allow: rule for shell(npm *)");
    expect(await explain("npm install a", "--outside")).toContain("allow: rule for outside(npm install *)");
    expect(await explain("npm test", "--outside")).toBe("ask: sandbox");
  });

  it("lists the mode and the rules, the strictest first", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    await config(skein, rules);
    const { stdout } = await skein.here(["permissions"]);
    expect(stdout.replaceAll(skein.home, "~")).toMatchInlineSnapshot(`
      "Permission mode: smart_approve (default)
      deny   Bash(git push:*)  (~/.config/skein/config.yaml:4:10)
      ask    read(secrets/**)  (~/.config/skein/config.yaml:5:3)
      allow  shell(npm test *)  (~/.config/skein/config.yaml:3:7)
      "
    `);
  });

  it("writes a rule that holds from then on, and refuses one that would never match", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const file = await config(skein, "mode: approve\n");
    expect((await skein.here(["permissions", "deny", "shell(git push *)"])).exitCode).toBe(0);
    expect(await readFile(file, "utf8")).toBe("mode: approve\npermissions:\n  shell(git push *): deny\n");
    expect((await skein.here(["permissions", "explain", "git push"])).stdout).toContain(
      "deny: rule for shell(git push *)",
    );
    const refused = await skein.here(["permissions", "allow", "shel(git push *)"]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("Did you mean shell(git push *)?");
  });

  it("checks a table of commands with the decisions that are expected", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    await config(skein, rules);
    const table = join(skein.home, "table.yaml");
    await writeFile(table, '"npm test": allow\n"git push origin": deny\n"make": ask\n');
    expect(await skein.here(["permissions", "test", table])).toMatchObject({
      exitCode: 0,
      stdout: "3 of 3 commands are decided as expected.\n",
    });
    await writeFile(table, '"make": allow\n');
    expect(await skein.here(["permissions", "test", table])).toMatchObject({
      exitCode: 6,
      stdout: expect.stringContaining("make: expected allow, decided ask (mode smart_approve)") as string,
    });
    await writeFile(table, "make: maybe\n");
    expect(await skein.here(["permissions", "test", table])).toMatchObject({ exitCode: 2 });
  });

  it("suggests rules from approvals of past sessions", async () => {
    const call = (id: string, command: string) =>
      ({ parts: [{ type: "tool-call", id, name: "shell", input: { command } }] }) as const;
    await using server = await anthropicServer([call("1", "touch one"), call("2", "touch two")]);
    await using skein = await skeinHome(server.url);
    for (const name of ["s-1", "s-2"]) {
      expect((await skein.here(["run", "-t", "go", "-q", "--session-id", name])).exitCode).toBe(7);
      const answered = await skein.here(["session", "answer", name, "--allow", "once"]);
      expect([name, answered.exitCode]).toEqual([name, 0]);
    }
    const { stdout } = await skein.here(["permissions", "suggest", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      rules: [
        { rule: "shell(touch [known])", with: [], questions: 2, examples: expect.any(Array) as unknown },
      ],
      broad: [],
    });
  });

  it("warns of rules that let a program run anything, and has narrower ones", async () => {
    await using skein = await skeinHome();
    await config(skein, 'permissions:\n  allow: ["shell(make *)", "shell(npm test [known])"]\n');
    const explain = async (command: string) => (await skein.here(["permissions", "explain", command])).stdout;
    expect(await explain("make all")).toContain("Warning: make * lets make run anything");
    expect(await explain("make all")).toContain("Narrower: shell(make test), shell(make build)");
    expect(await explain("npm test")).not.toContain("Warning");
    expect((await skein.here(["permissions", "suggest"])).stdout).toContain("Warning: make * lets make");
    const { stdout } = await skein.here(["permissions", "suggest", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ rules: [], broad: [{ rule: "shell(make *)" }] });
    expect(await explain("npm test --script-shell=x")).toContain(
      '"--script-shell=x" is not among what shell(npm test [known]) covers',
    );
  });
});
