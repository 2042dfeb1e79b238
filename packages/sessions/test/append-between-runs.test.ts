import { describe, expect, it } from "vitest";
import { memoryJournal, type JournalStore } from "@skein/protocol";
import { readAll, summary, appendBetweenRuns } from "../src/index.ts";
import { notices } from "./entries.ts";
import { stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const makers: Record<string, () => JournalStore> = {
  memory: memoryJournal,
  sqlite: () => stores.sqlite(tempFolder()),
  jsonl: () => stores.jsonl(tempFolder()),
};

describe.each(Object.keys(makers))("writing to %s between runs", (name) => {
  it("appends what it is given, and gives the right to write back", async () => {
    const store = makers[name]!();
    await store.append("s", 0, notices(1, 3));
    const bodies = [{ kind: "name", name: "Geese", by: "user" } as const, { kind: "rewind", to: 1 } as const];
    const written = await appendBetweenRuns(store, "s", bodies, 77);
    expect(written).toEqual(
      bodies.map((body, index) => ({ v: 1, seq: 4 + index, at: 77, run: null, ...body })),
    );
    expect(await readAll(store, "s")).toEqual([...notices(1, 3), ...written]);
    expect(summary(await readAll(store, "s"))).toMatchObject({ name: "Geese", isRewound: true });
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it("is refused while another process writes, and for a session that does not exist", async () => {
    const store = makers[name]!();
    await store.append("s", 0, notices(1, 3));
    await store.lease("s", "me", 1000);
    const bodies = [{ kind: "name", name: "Geese", by: "user" } as const];
    await expect(appendBetweenRuns(store, "s", bodies)).rejects.toMatchObject({ code: "locked" });
    await expect(appendBetweenRuns(store, "missing", bodies)).rejects.toMatchObject({ code: "not-found" });
    expect(await readAll(store, "s")).toEqual(notices(1, 3));
  });
});
