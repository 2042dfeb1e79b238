import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Entry, UserPart } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { all } from "./entries.ts";
import { changes, secret } from "./scrub-changes.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const image = (bytes: Buffer): UserPart => ({
  type: "image",
  mediaType: "image/png",
  data: bytes.toString("base64"),
});
const text: UserPart = { type: "text", text: "Look." };

/** The same parts in each kind of entry that holds some. */
function entriesWith(parts: readonly UserPart[]): readonly Entry[] {
  const head = (seq: number) => ({ v: 1, seq, at: seq, run: "r" });
  return [
    { ...head(1), kind: "run-start", input: parts },
    { ...head(2), kind: "queued", id: "q", content: parts, steer: false },
    { ...head(3), kind: "user-message", from: "user", content: parts },
    { ...head(4), kind: "tool-result", callId: "c", name: "look", content: parts, durationMs: 1 },
  ];
}

describe.each(storeNames)("images in a session of %s", (name) => {
  it("come back as they were, and are kept once", async () => {
    const folder = tempFolder();
    const bytes = randomBytes(400_000);
    const entries = entriesWith([text, image(bytes), image(Buffer.from("small"))]);
    const store = stores[name](folder);
    await store.append("s", 0, entries);
    expect(await all(store.read("s"))).toEqual(entries);
    expect(await all(store.read("s", 3))).toEqual(entries.slice(2));
    await store.close();
    await using again = stores[name](folder);
    expect(await all(again.read("s"))).toEqual(entries);
    expect(sizeOf(folder)).toBeLessThan(2 * bytes.length);
  });

  it("stay as they were written where their base64 is another one", async () => {
    await using store = stores[name](tempFolder());
    const broken = `${randomBytes(30_000).toString("base64")}\n`;
    const entries = entriesWith([{ type: "image", mediaType: "image/png", data: broken }]);
    await store.append("s", 0, entries);
    expect(await all(store.read("s"))).toEqual(entries);
  });

  it("are scrubbed like everything else", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const bytes = Buffer.concat([randomBytes(4000), Buffer.from(secret), randomBytes(4000)]);
    await store.append("s", 0, entriesWith([text, image(bytes)]));
    expect(await store.rewrite("s", changes)).toEqual({ entries: 4, blobs: 1 });
    const [first] = await all(store.read("s"));
    const parts = (first as Extract<Entry, { kind: "run-start" }>).input;
    expect(parts[0]).toEqual(text);
    expect(Buffer.from((parts[1] as { data: string }).data, "base64").includes(secret)).toBe(false);
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
