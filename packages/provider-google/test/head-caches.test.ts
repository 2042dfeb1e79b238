import { expect, it } from "vitest";
import { never } from "@skein/test-kit";
import type { Connection } from "../src/connection.ts";
import { createHeadCaches } from "../src/head-caches.ts";

it.each([
  ["5m", 300],
  ["1h", 3600],
] as const)("makes a new cache shortly before one of %s expires", async (cacheTtl, seconds) => {
  let now = 0;
  let created = 0;
  const connection: Pick<Connection, "generate" | "createCache"> = {
    generate: () => Promise.resolve(new Response("")),
    createCache: () => Promise.resolve(Response.json({ name: `cachedContents/c${++created}` })),
  };
  const { send } = createHeadCaches(
    "gemini-test",
    () => undefined,
    () => now,
  );
  const body = { systemInstruction: { parts: [{ text: "x".repeat(30_000) }] }, contents: [] };
  const sendAt = async (second: number): Promise<number> => {
    now = second * 1000;
    await send(connection, body, { explicitCache: true, cacheTtl }, never);
    return created;
  };
  expect(await sendAt(0)).toBe(1);
  expect(await sendAt(seconds - 31)).toBe(1);
  expect(await sendAt(seconds - 30)).toBe(2);
});
