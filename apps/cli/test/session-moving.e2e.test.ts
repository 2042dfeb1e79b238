import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";

interface Bundle {
  readonly session: string;
  readonly entries: readonly { readonly seq: number; readonly kind: string }[];
  readonly blobs: object;
}

let skein: SessionHome;

beforeAll(async () => {
  skein = await sessionHome();
  const turns = [shellCall("echo a needle"), { text: "Found **it** & <more>." }];
  await skein.hold("s-one", "find the needle", turns, ["--name", "hay"]);
});
afterAll(() => skein[Symbol.asyncDispose]());

const out = (name: string) => join(skein.home, name);
const bundleIn = (text: string) => JSON.parse(text) as Bundle;

describe("skein session export", () => {
  it.each([
    ["a.json", /^\{"skein":1,/],
    ["a.md", /^# hay\n[^]*> find the needle\n/],
    ["a.yaml", /^[^]*find the needle/],
    ["a.html", /^<!doctype html>[^]*&lt;more&gt;/i],
    ["a.txt", /^# hay\n/],
  ])("writes %s as its ending says, for its owner alone", async (name, shape) => {
    const { exitCode, stdout, stderr } = await skein.session(["export", "-o", out(name)]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toContain(`Written: ${out(name)}`);
    expect(readFileSync(out(name), "utf8")).toMatch(shape);
    expect(statSync(out(name)).mode & 0o777).toBe(0o600);
  });

  it("goes to standard output as Markdown, or as what is asked for, in the user's time zone", async () => {
    const { stdout } = await skein.session(["export", "hay"], { TZ: "Asia/Tokyo" });
    expect(stdout).toMatch(/^# hay\n/);
    expect(stdout).toContain("(Asia/Tokyo)");
    const yaml = await skein.session(["export", "-f", "yaml", "-o", "-"]);
    expect(yaml.stdout).not.toMatch(/^# hay/);
    expect(yaml.stdout).toContain("find the needle");
  });

  it("replaces nothing that is there, unless it is told to, and leaves nothing beside it", async () => {
    const folder = out("kept");
    mkdirSync(folder);
    const file = join(folder, "mine.json");
    writeFileSync(file, "mine");
    const refused = await skein.session(["export", "-o", file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("--force");
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await skein.session(["export", "-o", folder, "--force"])).exitCode).toBe(2);
    const forced = await skein.session(["export", "-o", file, "--force", "--json"]);
    expect(JSON.parse(forced.stdout)).toMatchObject({ id: "s-one", path: file, format: "json" });
    expect(bundleIn(readFileSync(file, "utf8")).session).toBe("s-one");
    expect(readdirSync(folder)).toEqual(["mine.json"]);
  });

  it("leaves no half file when it is interrupted, and no stack trace when its reader goes away", async () => {
    const source = out("long.json");
    writeFileSync(source, longBundle(15_000));
    expect((await skein.session(["import", source])).exitCode).toBe(0);
    const folder = out("half");
    mkdirSync(folder);
    const args = ["session", "export", "s-long", "-o", join(folder, "half.json")];
    const running = skein.start(args, {}, { cwd: skein.cwd });
    while (readdirSync(folder).length === 0 && running.child.exitCode === null) await setTimeout(1);
    running.child.kill("SIGINT");
    expect((await running.ended).exitCode).toBe(130);
    expect(readdirSync(folder)).toEqual([]);

    const piped = skein.start(["session", "export", "s-long", "--format", "json"], {}, { cwd: skein.cwd });
    piped.child.stdout.once("data", () => piped.child.stdout.destroy());
    const { exitCode, stderr } = await piped.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});

/** A session that takes a while to write out. */
function longBundle(length: number): string {
  const at = 1_790_000_000_000;
  const text = "a line of some length, said again and again ".repeat(10);
  const notices = Array.from({ length }, (_, index) => {
    return { v: 1, seq: index + 2, at, run: null, kind: "notice", audience: "user", level: "info", text };
  });
  const start = { v: 1, seq: 1, at, run: null, kind: "session-start", id: "s-long", cwd: "/long" };
  const entries = [{ ...start, interaction: "execute" }, ...notices];
  return JSON.stringify({
    skein: 1,
    exported: "2026-09-21T12:00:00Z",
    session: "s-long",
    entries,
    blobs: {},
  });
}

describe("skein session import", () => {
  it("gets back from JSON what went out, and gives it another id where its own is taken", async () => {
    await using there = await sessionHome();
    const file = out("moved.json");
    await skein.session(["export", "s-one", "-o", file]);
    const moved = await there.session(["import", file]);
    expect(moved).toMatchObject({ exitCode: 0, stdout: "s-one\n" });
    expect(moved.stderr).toContain("skein resume s-one");
    const back = await there.session(["export", "s-one", "--format", "json"]);
    const [before, after] = [readFileSync(file, "utf8"), back.stdout].map(bundleIn);
    expect(after!.entries).toEqual(before!.entries);
    expect(after!.blobs).toEqual(before!.blobs);
    expect(Object.keys(before!.blobs)).toHaveLength(1);

    const again = await there.session(["import", file, "--json"]);
    const { imported } = JSON.parse(again.stdout) as { imported: { id: string; warnings: string[] }[] };
    expect(imported[0]?.id).not.toBe("s-one");
    expect(imported[0]?.warnings[0]).toContain("s-one");
  });

  it("lists what another agent keeps here, and takes it over once, saying what it could not take", async () => {
    await using there = await sessionHome();
    const folder = join(there.home, ".local", "share", "goose", "sessions");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "20260105_1.jsonl"), gooseLines("Count the herons.", "There are nine."));
    const half = gooseLines("Count the geese.", "Too many.").replace("\n", "\n{half a line\n");
    writeFileSync(join(folder, "20260105_2.jsonl"), half);

    const listed = await there.session(["import"]);
    expect(listed.stdout).toContain(
      `skein session import ${join(folder, "20260105_1.jsonl")} --from goose\n`,
    );
    expect(listed.stderr).toContain("All 2 sessions of goose: skein session import --all --from goose");
    const none = await there.session(["import", "--from", "codex", "--json"]);
    expect(JSON.parse(none.stdout)).toEqual({ files: [], total: 0 });

    const one = await there.session(["import", join(folder, "20260105_1.jsonl")]);
    expect(one.exitCode).toBe(0);
    const shown = await there.session(["show", one.stdout.trim()]);
    const order = ["> Count the herons.", "● shell", "nine herons", "There are nine."];
    const places = order.map((text) => shown.stdout.indexOf(text));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const twice = await there.session(["import", join(folder, "20260105_1.jsonl")]);
    expect(twice).toMatchObject({ exitCode: 2, stdout: "" });
    expect(twice.stderr).toContain(one.stdout.trim());

    const all = await there.session(["import", "--all", "--from", "goose"]);
    expect(all.exitCode).toBe(0);
    expect(all.stdout.trim().split("\n")).toHaveLength(1);
    expect(all.stderr).toContain("line 2: This is no JSON.");
    expect(all.stderr).toContain("1 session imported, 1 already here.");
    const found = await there.session(["search", "geese", "--all"]);
    expect(found.stdout).toContain(all.stdout.trim());
  });
});

/** A session as Goose kept it in files: a head, then a message a line. */
function gooseLines(question: string, answer: string): string {
  const seen = { userVisible: true, agentVisible: true };
  const message = (role: string, created: number, content: object) => ({
    role,
    created,
    content: [content],
    metadata: seen,
  });
  const call = {
    id: "c1",
    toolCall: { status: "success", value: { name: "shell", arguments: { command: "ls" } } },
  };
  const output = [{ type: "text", text: "nine herons" }];
  const result = { id: "c1", toolResult: { status: "success", value: output } };
  const lines = [
    { working_dir: "/birds", description: "birds", message_count: 4, total_tokens: null },
    message("user", 1_767_600_000, { type: "text", text: question }),
    message("assistant", 1_767_600_001, { type: "toolRequest", ...call }),
    message("user", 1_767_600_002, { type: "toolResponse", ...result }),
    message("assistant", 1_767_600_003, { type: "text", text: answer }),
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
