import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

async function writeConfig(skein: SkeinHome, yaml: string): Promise<void> {
  const folder = join(skein.home, ".config", "skein");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yaml"), yaml);
}

const broken = `mode: yolo
modle: m
permissions:
  "shell(rm; ls)": deny
  bash: deny
  nosuchtool: ask
  shell: alow
extensions:
  developer: { command: x }
  docs: { comand: x }
`;

const said = [
  ["1:1", 'mode cannot be "yolo"', "Use one of: auto"],
  ["2:1", 'Unknown key "modle"', "Did you mean model?"],
  ["4:3", "a rule is about one simple command", "Write one rule for each command."],
  ["5:3", 'There is no tool or extension "bash"', "Did you mean shell?"],
  ["6:3", 'There is no tool or extension "nosuchtool"', "SERVER__TOOL"],
  ["7:3", "permissions.shell cannot be this text", "Did you mean allow?"],
  ["9:3", "extensions.developer is the name of a built-in extension", "another name"],
  ["10:11", 'Unknown key "comand" in extensions.docs', "Did you mean command?"],
] as const;

describe("a config with mistakes", () => {
  it.each([["run", "-t", "go"], ["info"], ["provider", "list"], ["recipe", "plan", "x.yaml"]])(
    "ends skein %s with all of them, each with its place and the way out",
    async (...args) => {
      await using server = await anthropicServer([]);
      await using skein = await skeinHome(server.url);
      await writeConfig(skein, broken);
      await writeFile(join(skein.home, "x.yaml"), "title: x\ndescription: x\nprompt: x\n");
      const { exitCode, stderr } = await skein.here([...args], { SKEIN_EFFORT: "huge" });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('SKEIN_EFFORT cannot be "huge"');
      for (const [place, message, fix] of said) {
        const line = stderr
          .split("\n")
          .find((one) => one.includes(`config.yaml:${place}:`) && one.includes(message));
        expect(line).toContain(message);
        expect(stderr).toContain(fix);
      }
      expect(server.requests).toEqual([]);
    },
  );

  it("is told by doctor, a problem each", async () => {
    await using skein = await skeinHome();
    await writeConfig(skein, broken);
    const { exitCode, stdout } = await skein.here(["doctor", "--offline", "--json"]);
    expect(exitCode).not.toBe(0);
    for (const [place, message] of said) {
      expect(stdout).toContain(`config.yaml:${place}:`);
      expect(stdout).toContain(message.replaceAll('"', '\\"'));
    }
  });

  it("knows the rules of servers, configured or to come with a recipe", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Fine." }] }]);
    await using skein = await skeinHome(server.url);
    const rules = 'developer__shell: ask\n  docs: ask\n  docs__find: deny\n  later__*: deny\n  "*": ask';
    await writeConfig(
      skein,
      `permissions:\n  ${rules}\nextensions:\n  docs: { command: x, enabled: false }\n`,
    );
    expect(await skein.here(["run", "-t", "go", "-q"])).toMatchObject({ exitCode: 0, stdout: "Fine.\n" });
  });
});
