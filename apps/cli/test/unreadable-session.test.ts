import { chooseSession, findSession } from "@skein/host/sessions";
import { cpSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRuntime } from "@skein/runtime";
import { temporaryFolder } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, type SessionHome } from "./session-home.ts";

let home: SessionHome;

beforeAll(async () => {
  home = await sessionHome();
  await home.hold("first", "go", [{ text: "Done." }]);
  await home.hold("last", "go", [{ text: "Done." }], ["-n", "named"]);
});
afterAll(async () => home[Symbol.asyncDispose]());

/** Nothing is left in the file that tells whose session it was. */
const unreadable: readonly (readonly [how: string, damage: (journal: string) => void])[] = [
  ["is empty", (journal) => truncateSync(journal, 0)],
  ["is cut off in its first page", (journal) => truncateSync(journal, 300)],
  ["begins with zeros", (journal) => writeFileSync(journal, Buffer.alloc(4096), { flag: "r+" })],
  ["is another file", (journal) => writeFileSync(journal, "hello\n")],
  [
    "is a folder",
    (journal) => {
      rmSync(journal);
      mkdirSync(journal);
    },
  ],
];

interface Ways {
  /** `run -r`, `chat -r`. */
  readonly resume: (wanted: { readonly id?: string; readonly name?: string }) => Promise<string | undefined>;
  /** `resume`, `session show`, `session undo` and the like. */
  readonly find: () => Promise<string>;
  /** Damages the session that was held last. */
  readonly damage: (how: (journal: string) => void) => void;
  /** Makes the damage older than what can be read. */
  readonly age: () => void;
  readonly drop: (session: string) => void;
}

async function inCopy(does: (ways: Ways) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  cpSync(home.data, folder.path, { recursive: true });
  const { cwd } = home;
  await using runtime = createRuntime({ providers: {}, dataFolder: folder.path });
  const at = (session: string) => join(folder.path, "sessions", session);
  await does({
    resume: async ({ id, name }) => (await chooseSession(runtime.sessions, { id, name, cwd })).session,
    find: () => findSession(runtime, undefined, cwd),
    damage: (how) => how(join(at("last"), "journal.db")),
    age: () => utimesSync(at("last"), new Date(0), new Date(0)),
    drop: (session) => rmSync(at(session), { recursive: true }),
  });
}

describe("a last session of which nothing can be read", () => {
  it.each(unreadable)("since its file %s, is named, and no older one is taken for it", async (_, how) => {
    await inCopy(async ({ resume, find, damage, drop }) => {
      expect([await resume({}), await find(), await resume({ name: "named" })]).toEqual([
        "last",
        "last",
        "last",
      ]);
      damage(how);
      for (const isAlone of [false, true]) {
        if (isAlone) drop("first");
        for (const way of [resume({}), find()]) {
          await expect(way).rejects.toMatchObject({
            code: "damaged",
            message: `The last session of ${home.cwd} cannot be told: session last is damaged, and may be it.`,
            nextStep: {
              do: "remove-damaged-session",
              session: "last",
              ...(isAlone ? {} : { readable: "first" }),
            },
          });
        }
        await expect(resume({ name: "named" })).rejects.toMatchObject({
          code: "damaged",
          message: 'The session named "named" cannot be told: session last is damaged, and may be it.',
        });
      }
      drop("last");
      await expect(find()).rejects.toMatchObject({ code: "not-found" });
    });
  });

  it("does not disturb a command that names another one, or a newer one", async () => {
    await inCopy(async ({ resume, find, damage, age }) => {
      damage((journal) => truncateSync(journal, 0));
      expect(await resume({ id: "first" })).toBe("first");
      age();
      expect([await resume({}), await find()]).toEqual(["first", "first"]);
    });
  });
});
