import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const auto = ["--mode", "auto"];

/** A home with a session `one` of two runs and three requests, and a server that has more to say. */
async function withSession(work: (skein: SkeinHome, bodies: () => readonly string[]) => Promise<void>) {
  await using server = await anthropicServer([
    { parts: [shell("t1", "echo x >> ran; echo out")] },
    say("First."),
    say("Second."),
    say("Otherwise."),
  ]);
  await using skein = await skeinHome(server.url);
  await skein.here(["run", "-t", "the task", "--session-id", "one", ...auto]);
  await skein.here(["run", "-r", "-t", "the next", ...auto]);
  await work(skein, () => server.requests.map(({ bytes }) => bytes.toString()));
}

const noKey = { ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" };

/** Writes the names of all modules that were loaded, and of all files that were read: the bundle is read as scripts. */
const listing = `
import { registerHooks } from "node:module";
import fs from "node:fs";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { readFileSync, writeFileSync } = fs;
fs.readFileSync = (file, ...options) => (loaded.push(String(file)), readFileSync(file, ...options));
process.on("exit", () => writeFileSync(process.env.LOADED, loaded.join("\\n")));
`;

/** One after the other: a replay in this process leaves no other test in it a network. */
describe("skein replay", () => {
  it("makes every request again, byte for byte, without a key, a network or a tool", () =>
    withSession(async (skein, bodies) => {
      const { exitCode, stdout, stderr } = await skein.run(["replay", "one"], noKey);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toBe("one\n2 runs, 3 requests: all 3 came out again, byte for byte\n");
      expect(bodies()).toHaveLength(3);
      expect(await readFile(join(skein.home, "ran"), "utf8")).toBe("x\n");
      expect(await skein.here(["replay", "one", "--quiet"], noKey)).toMatchObject({
        exitCode: 0,
        stdout: "",
      });
    }));

  it("loads nothing of a provider", () =>
    withSession(async (skein) => {
      const hook = join(skein.home, "list.mjs");
      await writeFile(hook, listing);
      const LOADED = join(skein.home, "loaded");
      const env = { ...noKey, LOADED, NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
      expect(await skein.run(["replay", "one"], env)).toMatchObject({ exitCode: 0 });
      const loaded = await readFile(LOADED, "utf8");
      expect(loaded).toMatch(/replay/);
      expect(loaded).not.toMatch(
        /provider-(?:anthropic|openai|google|kit)|node_modules\/(?:@anthropic|openai|@google)/,
      );
    }));

  it("shows the first difference, and ends with 6", () =>
    withSession(async (skein) => {
      const { exitCode, stdout } = await skein.here(["replay", "--system", "Answer briefly."], noKey);
      expect(exitCode).toBe(6);
      expect(stdout).toContain("2 runs, 3 requests: 0 came out again, 3 did not");
      expect(stdout).toMatch(
        /First difference: the request of entry \d+\n {2}at {8}\/system\n {2}recorded {2}".*\n {2}now {7}".*Answer briefly\."/,
      );
      await writeFile(join(skein.home, "system.md"), "You are a heron.");
      const json = await skein.here(["replay", "one", "--system-file", "system.md", "--json"], noKey);
      expect(json.exitCode).toBe(6);
      const said = JSON.parse(json.stdout) as Record<string, unknown>;
      expect(said).toMatchObject({ session: "one", same: false, exitCode: 6, requests: 3, equal: 0 });
      expect(JSON.stringify(said["differences"])).toContain("You are a heron.");
    }));

  it("says what cannot be read, with exit 2", () =>
    withSession(async (skein) => {
      await writeFile(join(skein.home, "broken.json"), '{"not": "a session"}');
      const cases = [
        ["replay", "missing"],
        ["replay", "./nowhere.json"],
        ["replay", "broken.json"],
        ["replay", "."],
        ["replay", "one", "--model", "m"],
        ["replay", "one", "--from", "x"],
        ["replay", "one", "--from", "3", "--json"],
        ["replay", "one", "--from", "999", "-t", "x"],
        ["replay", "broken.json", "--from", "3"],
        ["replay", "one", "--system-file", "nowhere"],
      ];
      const ended = await Promise.all(cases.map((args) => skein.here(args)));
      for (const { exitCode, stdout, stderr } of ended) {
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
        expect(stderr).toMatch(/^skein: .+\n {2}\S/);
      }
    }));
});

describe("skein replay --from", () => {
  it("goes on from a point on a model, in a fork", () =>
    withSession(async (skein, bodies) => {
      const shown = JSON.parse((await skein.here(["session", "show", "one", "--json"])).stdout) as {
        turns: { seq: number }[];
      };
      const before = JSON.stringify(shown);
      const end = String((shown.turns[1]?.seq ?? 0) - 1);
      const flags = [
        "--from",
        end,
        "--model",
        "other-model",
        "-t",
        "in other words",
        "--output-format",
        "stream-json",
      ];
      const ended = await skein.here(["replay", "one", ...flags]);
      expect(ended.exitCode).toBe(0);
      const id = String(ended.lines()[0]?.["sessionId"]);
      expect(ended.stderr).toContain(`Session ${id} is a fork of one at entry ${end}.`);
      expect(ended.lines().at(-1)).toMatchObject({ outcome: "done", text: "Otherwise." });
      const body = bodies().at(-1) ?? "";
      for (const part of ["other-model", "the task", "First.", "in other words"])
        expect(body).toContain(part);
      expect(body).not.toContain("the next");
      const after = JSON.parse((await skein.here(["session", "show", "one", "--json"])).stdout) as object;
      expect(JSON.stringify(after)).toBe(before);
      expect(await skein.here(["replay", id], noKey)).toMatchObject({ exitCode: 0 });
    }));

  it("asks the same question again without a word", () =>
    withSession(async (skein, bodies) => {
      const shown = JSON.parse((await skein.here(["session", "show", "one", "--json"])).stdout) as {
        turns: { seq: number }[];
      };
      // The run's start and its message.
      const from = String((shown.turns[1]?.seq ?? 0) + 1);
      const ended = await skein.here(["replay", "one", "--from", from, "-q"]);
      expect(ended).toMatchObject({ exitCode: 0, stdout: "Otherwise.\n", stderr: "" });
      expect(bodies().at(-1)).toContain("the next");
    }));
});
