import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { salvageJournal } from "../src/index.ts";
import { all, notices } from "./entries.ts";
import { journalPath, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe.each(storeNames)("a bit that has flipped in a file of %s", (name) => {
  it("in the text of an entry is damage, said with its number, and what stands before can be read", async () => {
    const folder = tempFolder();
    {
      await using store = stores[name](folder);
      await store.append("s", 0, notices(1, 500));
    }
    const path = journalPath(name, folder, "s");
    const bytes = readFileSync(path);
    const at = bytes.indexOf("entry 321");
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(path, bytes);

    await using store = stores[name](folder);
    const damage = { name: "SessionError", code: "damaged" };
    await expect(all(store.read("s"))).rejects.toMatchObject({
      ...damage,
      message: expect.stringContaining("Entry 321 of session s") as string,
    });
    const salvaged = await salvageJournal(store, "s");
    expect(salvaged).toMatchObject({ damage });
    expect(salvaged.entries).toEqual(notices(1, 320));
    expect(await all(store.read("s", 322))).toEqual(notices(322, 500));
  });

  it("anywhere never makes an entry another one", async () => {
    const folder = tempFolder();
    const entries = notices(1, 60);
    {
      await using store = stores[name](folder);
      await store.append("whole", 0, entries);
    }
    const whole = readFileSync(journalPath(name, folder, "whole"));
    let count = 0;
    await checkProperty(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const session = `flipped${count++}`;
        const path = journalPath(name, folder, session);
        mkdirSync(dirname(path));
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        writeFileSync(path, bytes);
        await using store = stores[name](folder);
        const { entries: read } = await salvageJournal(store, session);
        expect(read).toEqual(entries.slice(0, read.length));
      }),
      { numRuns: 300 },
    );
  });
});
