import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anthropicServer } from "../../../packages/provider-conformance/src/servers/index.ts";

const folder = mkdtempSync(join(tmpdir(), "skein-binary-test-"));
const [binary, home, work, programs] = ["skein", "home", "work", "programs"].map((name) =>
  join(folder, name),
) as [string, string, string, string];
const caches = join(home, ".cache", "skein");

/** The system's programs, without those of a Node that is installed. */
function linkPrograms(): void {
  mkdirSync(programs);
  for (const source of ["/bin", "/usr/bin"])
    for (const name of readdirSync(source))
      if (!/^(?:node|nodejs|npm|npx|corepack|pnpm|rg)$/.test(name))
        try {
          symlinkSync(join(source, name), join(programs, name));
        } catch {} // in both folders
}

function skein(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: work, env: { HOME: home, PATH: programs, ...env } };
  return promisify(execFile)(binary, args, options);
}

beforeAll(async () => {
  for (const path of [home, work]) mkdirSync(path);
  linkPrograms();
  await promisify(execFile)(process.execPath, ["tools/binary/run.ts", binary]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the single executable, with an empty home and without Node", () => {
  it("says its version and its help", async () => {
    expect((await skein(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await skein(["--help"])).stdout).toContain("skein run");
  });

  it("unpacks its files once, for the user alone", async () => {
    await skein(["--version"]);
    const [name = "", ...others] = readdirSync(caches);
    expect(others).toEqual([]);
    expect(name).toMatch(/^binary-[0-9a-f]{16}$/);
    const { mode, ino } = statSync(join(caches, name));
    expect(mode & 0o777).toBe(0o700);
    await skein(["--version"]);
    expect(statSync(join(caches, name)).ino).toBe(ino);
  });

  it("is unpacked by several at once as by one", async () => {
    rmSync(caches, { recursive: true });
    await Promise.all(Array.from({ length: 4 }, () => skein(["--version"])));
    expect(readdirSync(caches)).toHaveLength(1);
  });

  it("refuses files that others can change", async () => {
    const [name = ""] = readdirSync(caches);
    const unpacked = join(caches, name);
    await promisify(execFile)("chmod", ["0777", unpacked]);
    const failed = skein(["--version"]);
    await expect(failed).rejects.toMatchObject({ code: 2, stdout: "" });
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(`remove it`) });
    await promisify(execFile)("chmod", ["0700", unpacked]);
  });

  it("says what to set when it cannot unpack them", async () => {
    writeFileSync(join(work, "file"), "");
    const failed = skein(["--version"], { XDG_CACHE_HOME: join(work, "file") });
    await expect(failed).rejects.toMatchObject({ code: 2 });
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining("set XDG_CACHE_HOME") });
  });

  it("does the demo, whose tests are run by Node", async () => {
    expect((await skein(["demo"])).stdout).toContain("3 passed, 0 failed");
  });

  it("runs a command that it knows to be harmless, and a search", async () => {
    writeFileSync(join(work, "greeting.txt"), "good morning\n");
    const calls = [
      { name: "shell", input: { command: "cat greeting.txt | tr a-z A-Z" } },
      { name: "search", input: { pattern: "mor.ing" } },
    ];
    const parts = calls.map((call, at) => ({ type: "tool-call" as const, id: `call_${at}`, ...call }));
    const turns = [{ parts }, { parts: [{ type: "text" as const, text: "There is a greeting." }] }];
    await using server = await anthropicServer(() => turns.shift() ?? { parts: [] });
    // Commands in a sandbox have a temporary folder of their own, and would not find the links to the system's programs.
    const path = { PATH: "/usr/bin:/bin" };
    const env = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url, ...path };
    const { stdout } = await skein(["run", "-t", "Is there a greeting?", "--output-format", "json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "done", text: "There is a greeting." });
    const sent = server.requests.at(-1)?.bytes.toString();
    expect(sent).toContain("GOOD MORNING");
    expect(sent).toContain("1: good morning");
  });

  it("renders a recipe", async () => {
    const recipe = 'version: "1.0.0"\ntitle: T\ndescription: D\nprompt: "{{ \'a\' | upper }} b"\n';
    writeFileSync(join(work, "recipe.yaml"), recipe);
    expect((await skein(["recipe", "render", "recipe.yaml"])).stdout).toContain("A b");
  });
});
