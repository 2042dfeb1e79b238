import { describe, expect, it } from "vitest";
import { startChild } from "./children/start-child.ts";
import { childEnv, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe.each(storeNames)("a session of %s that another process writes", (name) => {
  it("can be followed while it grows", async () => {
    const folder = tempFolder();
    const child = startChild(
      new URL("./children/append-loop.ts", import.meta.url),
      [folder, "s", "1"],
      childEnv(name),
    );
    await using store = stores[name](folder);
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
    const child = startChild(
      new URL("./children/append-loop.ts", import.meta.url),
      [folder, "s", "1"],
      childEnv(name),
    );
    await child.line(3);
    await using store = stores[name](folder);
    await expect(store.append("s", 1, [])).rejects.toMatchObject({ code: "conflict" });
  });
});
