import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { fileDiagnostics, type DiagnosticsSettings } from "../../src/diagnostics/index.ts";

describe("fileDiagnostics", () => {
  it.each(["pushing-server", "pulled-server"])(
    "reports the errors that a change brings (%s)",
    async (manner) => {
      await using desk = await openDesk(manner);
      expect(await desk.change("a.x", "fine\n  bad one\n")).toBe(
        "The test language server reports 1 new error in a.x after this change:\na.x:2:3 bad one is bad (E1)",
      );
      expect(await desk.change("a.x", "\n\n  bad one\n")).toBe("");
      expect(await desk.change("a.x", "  bad one\nbad two\nbad two\n")).toBe(
        [
          "The test language server reports 2 new errors in a.x after this change:",
          "a.x:2:1 bad two is bad (E1)",
          "a.x:3:1 bad two is bad (E1)",
          "[1 error in this file before the change, not shown.]",
        ].join("\n"),
      );
      expect(desk.warnings).toEqual([]);
    },
  );

  it("compares with what was there before the first change", async () => {
    await using desk = await openDesk("pushing-server");
    await desk.write("a.x", "bad one\n");
    expect(await desk.change("a.x", "bad one\nbad two\n")).toContain("1 new error");
  });

  it("compares files that have been changed already with what they held", async () => {
    await using desk = await openDesk("pushing-server");
    await desk.write("a.x", "bad one\nbad two\n");
    await desk.write("new.x", "bad new\n");
    await desk.write("other.y", "bad\n");
    const report = await desk.compare({
      "a.x": "bad one\n",
      "new.x": undefined,
      "other.y": "",
      "gone.x": "",
    });
    expect(report.split("\n")).toEqual([
      "The test language server reports 1 new error in a.x after this change:",
      "a.x:2:1 bad two is bad (E1)",
      "[1 error in this file before the change, not shown.]",
      "The test language server reports 1 new error in new.x after this change:",
      "new.x:1:1 bad new is bad (E1)",
    ]);
    expect(await desk.compare({ "a.x": "bad one\n" })).toBe("");
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`m${at}.x`, undefined]));
    for (const name of Object.keys(many)) await desk.write(name, "bad\n");
    const all = await desk.compare(many);
    expect(all.split("language server reports")).toHaveLength(6);
    expect(all).toContain("\n[Errors in 2 more changed files are not shown.]");
  });

  it("bounds what it reports, and hides nothing in it", async () => {
    await using desk = await openDesk("pushing-server");
    const report = await desk.change("a.x", `bad ${"x".repeat(1000)}\n`.repeat(50));
    expect(report.split("\n")).toHaveLength(12);
    expect(report).toContain("… 40 more");
    expect(Buffer.byteLength(report)).toBeLessThan(4500);
    expect(await desk.change("b.x", "bad \u202e\n")).toContain(String.raw`\u{202e}`);
  });

  it.each(["silent-server", "falling-server", "dying-server"])(
    "goes on without one that does not answer or ends (%s)",
    async (manner) => {
      await using desk = await openDesk(manner, { timeoutMs: 300 });
      expect(await desk.change("a.x", "bad\n")).toBe("");
      expect(await desk.change("a.x", "bad bad\n")).toBe("");
    },
  );

  it("warns once of one that cannot be started", async () => {
    await using desk = await openDesk("dying-server");
    await desk.change("a.x", "bad\n");
    await desk.change("a.x", "bad bad\n");
    expect(desk.warnings).toEqual([
      expect.stringMatching(/^The test language server cannot be used: \w[^.]*\.$/),
    ]);
  });

  it("starts nothing of a project that is not trusted, and nothing for other files", async () => {
    await using own = await openDesk("pushing-server", { mayRunProject: false });
    expect(await own.change("a.x", "bad\n")).toBe("");
    await using running = await openDesk("pushing-server", { mayRunProject: false }, "system");
    expect(await running.change("a.x", "bad\n")).toContain("1 new error");
    expect(await running.change("a.y", "bad\n")).toBe("");
    await using builds = await openDesk("pushing-server", { mayRunProject: false }, "system", true);
    expect(await builds.change("a.x", "bad\n")).toBe("");
  });

  it("starts what the project has before anything of the system, whichever comes first in the table", async () => {
    const kind = { languages: { x: "x" }, runsProject: false };
    await using desk = await openDesk("pushing-server", {
      servers: [
        { name: "of the system", commands: [["cat"]], ...kind },
        { name: "of the project", commands: [["pushing-server.ts"]], ...kind },
      ],
    });
    expect(await desk.change("a.x", "bad\n")).toContain("of the project");
  });

  it.each([
    ["7.0.2", /1 new error/],
    ["5.9.3", /^$/],
  ])("starts a compiler that is a language server from its version %s on", async (version, report) => {
    const needs = { package: "compiler", major: 7 };
    await using desk = await openDesk("pushing-server", {
      servers: [
        { name: "test", commands: [["pushing-server.ts"]], languages: { x: "x" }, runsProject: true, needs },
      ],
    });
    await mkdir(join(desk.cwd, ".venv", "compiler"));
    await desk.write(".venv/compiler/package.json", JSON.stringify({ name: "compiler", version }));
    expect(await desk.change("a.x", "bad\n")).toMatch(report);
  });

  it("tells at the next change what it did not know in time", async () => {
    await using desk = await openDesk("pushing-server", { timeoutMs: 1 });
    expect(await desk.change("a.x", "bad one\n")).toBe("");
    await using patient = await openDesk("pushing-server");
    expect(await patient.change("a.x", "bad one\n")).not.toBe("");
  });
});

/** @param place - where the server is installed. */
async function openDesk(
  manner: string,
  settings: Partial<DiagnosticsSettings> = {},
  place: "project" | "system" = "project",
  runsProject = false,
) {
  const folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  const bin = place === "project" ? join(cwd, ".venv", "bin") : join(folder.path, "bin");
  await mkdir(bin, { recursive: true });
  await mkdir(cwd, { recursive: true });
  const program = join(bin, `${manner}.ts`);
  await copyFile(join(import.meta.dirname, "servers", "scripted-server.ts"), program);
  await chmod(program, 0o755);
  const warnings: string[] = [];
  const node = join(process.execPath, "..");
  const diagnostics = fileDiagnostics({
    cwd,
    mayRunProject: true,
    env: { PATH: `${join(folder.path, "bin")}:${node}:/usr/bin:/bin` },
    timeoutMs: 20_000,
    servers: [{ name: "test", commands: [[`${manner}.ts`]], languages: { x: "x" }, runsProject }],
    warn: (sentence) => void warnings.push(sentence),
    ...settings,
  });
  const write = (name: string, text: string) => writeFile(join(cwd, name), text);
  return {
    cwd,
    warnings,
    write,
    async change(name: string, text: string): Promise<string> {
      const end = await diagnostics.watch(join(cwd, name));
      await write(name, text);
      return end(new AbortController().signal);
    },
    /** Of files that have been changed already. @param before - what each held; `undefined`: it was not there. */
    compare(before: Readonly<Record<string, string | undefined>>): Promise<string> {
      const files = Object.entries(before).map(([name, text]) => ({
        path: join(cwd, name),
        before: text === undefined ? undefined : () => text,
      }));
      return diagnostics.compare(files, new AbortController().signal);
    },
    async [Symbol.asyncDispose]() {
      await diagnostics.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
