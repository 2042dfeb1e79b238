import { describe, expect, it } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { tempFolder } from "./temp-folder.ts";

describe("a session that another process writes", () => {
  it("can be followed while it grows", async () => {
    const folder = tempFolder();
    const child = startChild(new URL("./children/append-loop.ts", import.meta.url), [folder, "s", "1"]);
    await using store = sqliteJournal(folder);
    const seen: number[] = [];
    for await (const { seq } of store.subscribe("s", 1, AbortSignal.timeout(10_000))) {
      seen.push(seq);
      if (seq >= 500) break;
    }
    expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    child.process.kill("SIGKILL");
  });

  it("refuses an append at a place that it has filled", async () => {
    const folder = tempFolder();
    const child = startChild(new URL("./children/append-loop.ts", import.meta.url), [folder, "s", "1"]);
    await child.line(3);
    await using store = sqliteJournal(folder);
    await expect(store.append("s", 1, [])).rejects.toMatchObject({ code: "conflict" });
  });
});
