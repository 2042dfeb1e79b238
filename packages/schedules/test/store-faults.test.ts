import { truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ConfigError, SessionError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sqliteSchedules } from "../src/index.ts";
import { storeError } from "../src/sqlite/store-errors.ts";
import { input, tempSchedules } from "./temp-store.ts";

const path = "/data/schedules.db";

/** An error as Node throws it for a system call. */
const systemError = (code: string) => Object.assign(new Error(`${code}: refused`), { code });
/** An error as Node's SQLite throws it. */
const sqliteError = (errcode: number) =>
  Object.assign(new Error("refused"), { code: "ERR_SQLITE_ERROR", errcode });

describe("an error of the store", () => {
  it.each([
    ["a full disk", systemError("ENOSPC"), "full", "no space left to write /data/schedules.db", "Free some"],
    ["a full quota", systemError("EDQUOT"), "full", "no space left", "Free some"],
    ["a full database", sqliteError(13), "full", "no space left", "Free some"],
    ["a failed write", sqliteError(778), "full", "no space left", "Free some"],
    ["a limit on file sizes", systemError("EFBIG"), "too-large", "limit on the size of files", "ulimit -f"],
    ["a disk that is read only", systemError("EROFS"), "read-only", "cannot be written", "SKEIN_HOME"],
    ["a folder of others", systemError("EACCES"), "read-only", "cannot be written", "SKEIN_HOME"],
    ["a folder that is missing", systemError("ENOENT"), "read-only", "cannot be written", "SKEIN_HOME"],
    ["a database that is read only", sqliteError(8), "read-only", "cannot be written", "SKEIN_HOME"],
    ["a busy database", sqliteError(5), "locked", "Another process keeps /data", "Wait a moment"],
    ["a damaged database", sqliteError(11), "damaged", "/data/schedules.db cannot be read", "Move it away"],
  ])("names the cause and what to do: %s", (_, cause, code, message, hint) => {
    const error = storeError(cause, path);
    expect(SessionError.is(error)).toBe(true);
    expect(error).toMatchObject({ code, cause });
    expect(error).toHaveProperty("message", expect.stringContaining(message));
    expect(error).toHaveProperty("hint", expect.stringContaining(hint));
  });

  it.each([
    ["an error with a code already", new ConfigError("usage", "No.")],
    ["a wrong statement", sqliteError(1)],
    ["another system error", systemError("EMFILE")],
    ["a defect", new TypeError("x is not a function")],
    ["not an error", "text"],
  ])("stays as it is: %s", (_, error) => {
    expect(storeError(error, path)).toBe(error);
  });
});

/** Runs SQL on the file of the schedules. */
function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

describe("a file of schedules", () => {
  it("with a schedule that is not whole is damaged, and names the schedule", () => {
    using temp = tempSchedules();
    temp.schedules.add(input({ name: "report" }));
    run(temp.path, "UPDATE schedules SET body = '{'");
    expect(() => temp.schedules.list()).toThrow(
      expect.objectContaining({
        code: "damaged",
        message: expect.stringContaining('the schedule "report" is not whole'),
        hint: expect.stringContaining("Move it away"),
      }),
    );
  });

  it.each<[string, (file: string) => void]>([
    ["cut off", (file) => truncateSync(file, 5_000)],
    ["no schedules of Skein", (file) => run(file, "PRAGMA application_id = 7")],
    ["newer", (file) => run(file, "PRAGMA user_version = 99")],
  ])("that cannot be used is damaged, with the reason: %s", (reason, spoil) => {
    using temp = tempSchedules();
    const file = `${temp.path}.other`;
    sqliteSchedules(file).close();
    spoil(file);
    expect(() => sqliteSchedules(file)).toThrow(
      expect.objectContaining({ code: "damaged", message: expect.stringContaining(reason) }),
    );
  });
});
