import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import {
  foreignSessionFiles,
  formatOfFile,
  readForeignFile,
  storedSessions,
  toGooseExport,
} from "../../src/import/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { makeGooseDatabase, makeOpencodeDatabase } from "./foreign-databases.ts";
import { lawBreaks } from "./journal-laws.ts";
import { readSample, sampleBytes, type SampleName } from "./samples.ts";

function put(path: string, sample: SampleName, seconds: number): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sampleBytes(sample));
  utimesSync(path, seconds, seconds);
  return path;
}

function databaseIn(folder: string, name: string, make: (path: string) => void): string {
  mkdirSync(folder, { recursive: true });
  make(join(folder, name));
  return join(folder, name);
}

describe("the database of Goose", () => {
  it("lists its sessions, without those of subagents, and gives each as its export would", async () => {
    const path = databaseIn(tempFolder(), "sessions.db", makeGooseDatabase);
    expect(await formatOfFile(path)).toBe("goose");
    expect(storedSessions("goose", path)).toEqual([
      { id: "20261120_7", title: "a picture and a hidden past", modifiedAt: Date.UTC(2026, 10, 20, 8, 57) },
      { id: "20261120_8", title: "empty", modifiedAt: Date.UTC(2026, 10, 20, 7) },
    ]);
    const session = await readForeignFile("goose", path);
    const { entries, usage, costUsd } = readSample("goose.json");
    const { conversation } = JSON.parse(sampleBytes("goose.json").toString()) as { conversation: unknown };
    expect(session.entries.slice(0, -1)).toEqual(entries.slice(0, -1));
    expect(session).toMatchObject({ usage, costUsd, cwd: "/project" });
    expect(toGooseExport(session.entries)).toMatchObject({
      conversation,
      user_set_name: true,
      created_at: "2026-11-20T08:56:27Z",
    });
  });

  it("is refused for a session that it does not hold, or that is empty", async () => {
    const path = databaseIn(tempFolder(), "sessions.db", makeGooseDatabase);
    await expect(readForeignFile("goose", path, { session: "none" })).rejects.toThrow(/no session none/);
    await expect(readForeignFile("goose", path, { session: "20261120_8" })).rejects.toThrow(ConfigError);
  });
});

describe("the database of opencode", () => {
  it("gives a session as its export would, and the sessions of subagents with it", async () => {
    const path = databaseIn(tempFolder(), "opencode.db", makeOpencodeDatabase);
    expect(await formatOfFile(path)).toBe("opencode");
    expect(storedSessions("opencode", path).map(({ title }) => title)).toEqual(["A short greeting"]);
    const session = await readForeignFile("opencode", path);
    expect(lawBreaks(session.entries)).toEqual([]);
    const kinds = session.entries.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "child")).toEqual(
      readSample("opencode.json").entries.map(({ kind }) => kind),
    );
    const [child] = session.children;
    expect(child?.id).toBe("opencode-ses_below");
    expect(session.entries).toContainEqual(
      expect.objectContaining({ kind: "child", session: child?.id, callId: "call_01" }),
    );
    expect(lawBreaks(child?.entries ?? [])).toEqual([]);
  });
});

describe("a file", () => {
  it("is read with the sessions of its subagents, which stand in a folder beside it", async () => {
    const folder = tempFolder();
    const path = put(join(folder, "35006a3a.jsonl"), "claude-parallel.jsonl", 1);
    put(join(folder, "35006a3a/subagents/agent-a2cedb30d476c604f.jsonl"), "claude-subagent.jsonl", 1);
    const { children, entries } = await readForeignFile("claude", path);
    expect(children.map(({ id }) => id)).toEqual(["claude-agent-a2cedb30d476c604f"]);
    expect(entries.filter(({ kind }) => kind === "child")).toHaveLength(1);
  });

  it("that is not there, or is another kind of file, is an error that names it", async () => {
    const folder = tempFolder();
    const missing = join(folder, "missing.jsonl");
    await expect(readForeignFile("pi", missing)).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining(missing),
    });
    const text = put(join(folder, "sessions.db"), "pi.jsonl", 1);
    expect(() => storedSessions("goose", text)).toThrow(ConfigError);
    const other = databaseIn(folder, "other.db", makeOpencodeDatabase);
    await expect(readForeignFile("goose", other)).rejects.toThrow(/cannot be read as a database/);
    await expect(readForeignFile("pi", other)).rejects.toThrow(/keeps no sessions in SQLite/);
  });
});

describe("the sessions of a home folder", () => {
  it("are found where each program keeps them, the newest first", async () => {
    const home = tempFolder();
    const claude = put(join(home, ".claude/projects/-project/s.jsonl"), "claude.jsonl", 1_000);
    put(join(home, ".claude/projects/-project/agent-a.jsonl"), "claude-subagent.jsonl", 9_000);
    put(join(home, ".claude/projects/-project/s/subagents/agent-b.jsonl"), "claude-subagent.jsonl", 9_000);
    const codex = put(join(home, ".codex/sessions/2026/11/20/rollout-1.jsonl"), "codex.jsonl", 3_000);
    const pi = put(join(home, ".pi/agent/sessions/--project--/1.jsonl"), "pi.jsonl", 2_000);
    const old = put(join(home, ".local/share/goose/sessions/20250101_1.jsonl"), "pi.jsonl", 500);
    const goose = databaseIn(join(home, ".local/share/goose/sessions"), "sessions.db", makeGooseDatabase);
    const opencode = databaseIn(join(home, ".local/share/opencode"), "opencode.db", makeOpencodeDatabase);
    writeFileSync(join(home, ".local/share/opencode/opencode-next.db"), "SQLite format 3\0, but damaged");

    const found = await foreignSessionFiles({ home, env: {} });
    expect(found.map(({ format, path, session }) => [format, path, session])).toEqual([
      ["opencode", opencode, "ses_e06b6ffbaffeJVjODPFflFELx2"],
      ["goose", goose, "20261120_7"],
      ["goose", goose, "20261120_8"],
      ["codex", codex, undefined],
      ["pi", pi, undefined],
      ["claude", claude, undefined],
      ["goose", old, undefined],
    ]);
    expect(found[3]).toEqual({ format: "codex", path: codex, modifiedAt: 3_000_000 });
  });

  it("may be elsewhere, when the program's own variable says so", async () => {
    const home = tempFolder();
    const env = {
      CLAUDE_CONFIG_DIR: join(home, "c"),
      CODEX_HOME: join(home, "x"),
      PI_CODING_AGENT_DIR: join(home, "p"),
      GOOSE_PATH_ROOT: join(home, "g"),
      XDG_DATA_HOME: join(home, "d"),
    };
    put(join(home, "c/projects/-project/s.jsonl"), "claude.jsonl", 50);
    put(join(home, "x/archived_sessions/rollout-1.jsonl"), "codex.jsonl", 40);
    put(join(home, "p/sessions/--project--/1.jsonl"), "pi.jsonl", 30);
    put(join(home, "g/data/sessions/1.jsonl"), "goose.json", 20);
    databaseIn(join(home, "d/opencode"), "opencode.db", makeOpencodeDatabase);
    const found = await foreignSessionFiles({ home, env });
    expect(found.map(({ format }) => format)).toEqual(["opencode", "claude", "codex", "pi", "goose"]);
  });

  it("are none where there is none of these programs", async () => {
    expect(await foreignSessionFiles({ home: tempFolder(), env: {} })).toEqual([]);
  });
});
