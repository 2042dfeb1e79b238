import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const call = (name: string, input: Record<string, string>) =>
  ({ parts: [{ type: "tool-call", id: "t1", name, input }] }) as const;
const done = { parts: [{ type: "text", text: "Done." }] } as const;

/** A command in a repository. */
async function runInWork(command: string, config: string, ruling?: string) {
  const rulings = ruling === undefined ? [] : [{ parts: [{ type: "text", text: ruling }] } as const];
  await using server = await anthropicServer([call("shell", { command }), ...rulings, done]);
  await using skein = await skeinHome(server.url);
  await mkdir(join(skein.home, "work", "a"), { recursive: true });
  await mkdir(join(skein.home, ".config", "skein"), { recursive: true });
  await writeFile(join(skein.home, ".config", "skein", "config.yaml"), config);
  const args = ["run", "-t", "go", "-q", "--mode", "auto", "--no-session"];
  const ended = await skein.here(args, {}, { cwd: join(skein.home, "work") });
  const told = server.requests.at(-1)?.bytes.toString() ?? "";
  return { ...ended, told, left: await readdir(join(skein.home, "work")) };
}

describe("a destructive command in mode auto where no one can be asked", () => {
  it.each([
    ["is denied, and the run goes on", "", ["a"]],
    ["runs when a rule speaks of it", 'permissions: { allow: ["shell(rm -rf *)"] }\n', []],
    ["is denied when a rule only covers it", 'permissions: { allow: ["shell(rm *)"] }\n', ["a"]],
    ["runs when the inspector is off", "inspectors: { destructive: off }\n", []],
  ])("%s", async (_, config, left) => {
    const ended = await runInWork("rm -rf ./*", config);
    expect(ended).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    expect(ended.left).toEqual(left);
    expect(ended.told.includes("denied this call")).toBe(left.length > 0);
  });

  it("is an error in settings when its value is unknown", async () => {
    const ended = await runInWork("true", "inspectors: { destructive: maybe }\n");
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("inspectors.destructive");
  });
});

describe("rules in words", () => {
  it("have a model deny a command, whose reason the agent reads", async () => {
    const ruling = '{"verdict":"deny","scope":"call","reason":"The rule rules out production."}';
    const config = "judge: claude-haiku-4-5\ninspectors: { adversary: Never touch production. }\n";
    const ended = await runInWork("rmdir a", config, ruling);
    expect(ended).toMatchObject({ exitCode: 0, stdout: "Done.\n", left: ["a"] });
    expect(ended.told).toContain("The adversary says: The rule rules out production.");
  });

  it.each([
    [
      "without a model",
      "inspectors: { adversary: Never touch production. }\n",
      "Set judge or fast to a model",
    ],
    ["that are none", "inspectors: { adversary: on }\n", "Give your rules as a sentence"],
  ])("%s are an error that says what to write", async (_, config, fix) => {
    const { exitCode, stderr } = await runInWork("true", config);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("inspectors.adversary");
    expect(stderr).toContain(fix);
  });
});

describe("skein permissions explain", () => {
  it("names the inspector and what it found", async () => {
    await using skein = await skeinHome();
    const command = "git push --force origin main";
    const args = ["permissions", "explain", command, "--mode", "auto", "--json"];
    const { stdout } = await skein.here(args);
    expect(JSON.parse(stdout)).toMatchObject({
      decision: "ask",
      by: "inspector destructive",
      reason: "`git push --force origin main` rewrites or deletes branches of the remote repository.",
    });
  });
});
