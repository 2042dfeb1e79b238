import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

interface Finding {
  readonly area: string;
  readonly state: "ok" | "note" | "problem";
  readonly text: string;
  readonly fix?: string;
}

async function problems(
  skein: SkeinHome,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number | null; found: Finding[] }> {
  const ended = await skein.here(["doctor", "--json", ...args], env);
  const { findings, exitCode } = JSON.parse(ended.stdout) as { findings: Finding[]; exitCode: number };
  expect(ended.exitCode).toBe(exitCode);
  return { exitCode, found: findings.filter(({ state }) => state === "problem") };
}

function write(skein: SkeinHome, path: string, text: string): string {
  const file = join(skein.home, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

describe("skein doctor", () => {
  it("is 0 when nothing is wrong, tells what it looked at, and shows no key", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.here(["doctor"]);
    expect(exitCode).toBe(0);
    for (const area of ["machine", "folders", "settings", "providers", "sessions", "terminal"])
      expect(stdout).toMatch(new RegExp(`^${area}$`, "m"));
    expect(stdout).toContain("Node.js");
    expect(stdout).toMatch(/Sandbox: (full|bwrap)|No sandbox/);
    expect(stdout).toContain("anthropic: ANTHROPIC_API_KEY in the environment");
    expect(stdout).toMatch(/anthropic is chosen and answers \(\d+ ms\)/);
    expect(stdout).toContain("Nothing is wrong.");
    expect(stdout + stderr).not.toContain("sk-ant-test");
  });

  it("shows no secret, wherever the settings, the environment and errors have one", async () => {
    const random = "q7Zp2Lm9Xc4Vb8Nk1Ts6";
    const token = ["ghp", `${random.slice(0, 16)}${random}`].join("_");
    const passwords = ["one", "two", "three", "four"].map((name) => `${random}-${name}`);
    const [ofProxy, ofServer, ofUrl, ofVariable] = passwords as [string, string, string, string];
    await using skein = await skeinHome(`http://me:${ofUrl}@127.0.0.1:9`);
    const config = `extensions:
  broken:
    command: [no-such-program, "--token=${token}"]
    env: { API_TOKEN: "${ofServer}" }
providers:
  anthropic: { proxy: "http://me:${ofProxy}@127.0.0.1:9", baseUrl: "http://me:${ofUrl}@127.0.0.1:9" }
`;
    const env = { HTTPS_PROXY: `http://me:${ofProxy}@127.0.0.1:9`, SHOP_TOKEN: ofVariable };
    const broken = config.replace("broken:", `broken-${token}: { command: 7 }\n  other:`);
    for (const [text, ...command] of [
      [config, "doctor"],
      [broken, "doctor"],
      [broken, "doctor", "--json"],
      [config, "info"],
      [config, "info", "--json"],
    ]) {
      write(skein, ".config/skein/config.yaml", text!);
      const { stdout, stderr } = await skein.here(command, env);
      const shown = [token, ...passwords].filter((secret) => (stdout + stderr).includes(secret));
      expect(shown, `of ${command.join(" ")}`).toEqual([]);
    }
  });

  it("is 3 when only the provider cannot be reached, and asks no provider with --offline", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const online = await problems(skein);
    expect(online.exitCode).toBe(3);
    expect(online.found).toMatchObject([{ area: "providers", fix: expect.any(String) as string }]);
    expect(await problems(skein, ["--offline"])).toEqual({ exitCode: 0, found: [] });
  });

  it("is 2 without any key, and names the way out", async () => {
    await using skein = await skeinHome();
    const { exitCode, found } = await problems(skein, [], { ANTHROPIC_API_KEY: "" });
    expect(exitCode).toBe(2);
    expect(found).toMatchObject([{ area: "providers", fix: "skein configure" }]);
  });

  it("finds a broken config file by line and column, and looks at the rest all the same", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const file = write(skein, ".config/skein/config.yaml", "mode: auto\nmodel: [x\n");
    const { exitCode, found } = await problems(skein);
    expect(exitCode).toBe(2);
    expect(found).toHaveLength(1);
    expect(found[0]?.text).toMatch(new RegExp(`^${file.replaceAll(".", "\\.")}:\\d+:\\d+: `));
    expect(found[0]?.fix).toContain(file);
    expect((await skein.here(["doctor"])).stdout).toContain("terminal");
  });

  it("finds damaged sessions, keys that others can read, and folders that are none", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    write(skein, ".local/share/skein/sessions/broken/journal.db", "no database at all, sorry");
    const key = write(skein, ".local/share/skein/secrets/ANTHROPIC_API_KEY", "k");
    chmodSync(key, 0o644);
    write(skein, ".local/state/skein", "in the way");
    const { exitCode, found } = await problems(skein);
    expect(exitCode).toBe(2);
    const texts = found.map(({ text }) => text).join("\n");
    expect(texts).toContain("state: ");
    expect(texts).toContain("Session broken cannot be read");
    expect(texts).toContain(`${key} holds a key and is open to other users.`);
    expect(found.filter(({ fix }) => fix === undefined)).toEqual([]);
  });

  it("tells of a run that was cut off, and how to go on", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "…" }], delayMs: 60_000 }]);
    await using skein = await skeinHome(server.url);
    const run = skein.start(["run", "-t", "go", "--session-id", "s-cut", "--output-format", "stream-json"]);
    await run.shows("turn-start");
    run.child.kill("SIGKILL");
    await run.ended;
    const { stdout } = await skein.here(["doctor", "--offline"]);
    expect(stdout).toContain("1 stopped in the middle of a run");
    expect(stdout).toContain("--session-id s-cut");
  });

  it("works without a home, and says what is missing", async () => {
    await using skein = await skeinHome();
    const { exitCode, found } = await problems(skein, [], { HOME: "" });
    expect(exitCode).toBe(2);
    expect(found[0]).toMatchObject({ area: "folders", text: expect.stringContaining("HOME") as string });
  });
});
