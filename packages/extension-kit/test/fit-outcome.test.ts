import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolOutcome } from "@skein/protocol";
import { isFailure, extractText } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { fitOutcome } from "../src/index.ts";
import { png } from "./images.ts";

const folder = mkdtempSync(join(tmpdir(), "skein-fit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const long = Array.from({ length: 2000 }, (_, at) => `line ${at + 1}\n`).join("");

describe("the result of any tool", () => {
  it("stays as it is while it fits", async () => {
    const outcome: ToolOutcome = { content: [{ type: "text", text: long }] };
    expect(await fitOutcome(outcome, { callFolder: undefined, outputBytes: 20_000 })).toBe(outcome);
  });

  it("is clipped to what the window takes, the whole kept, and the call that goes on named", async () => {
    const context = { callFolder: join(folder, "c1"), outputBytes: 4_096 };
    const image = { type: "image", mediaType: "image/png", data: png(2, 2).toString("base64") } as const;
    const outcome = await fitOutcome({ content: [{ type: "text", text: long }, image] }, context);
    const path = join(context.callFolder, "result.txt");
    if (isFailure(outcome)) throw new Error("a failure");
    const [text, ...rest] = outcome.content;
    expect(rest).toEqual([image]);
    expect(outcome.artifacts).toEqual([{ path, mediaType: "text/plain", bytes: long.length }]);
    expect(readFileSync(path, "utf8")).toBe(long);
    const words = extractText(text ? [text] : []);
    expect(words.length).toBeLessThan(4_400);
    const call = JSON.parse(/Continue with read (\{.*?\}),/.exec(words)?.[1] ?? "") as {
      path: string;
      from: number;
    };
    const head = words.slice(0, words.indexOf("[…"));
    expect(call).toEqual({ path, from: head.split("\n").length });
    expect(await fitOutcome(outcome, context)).toEqual(outcome);
  });

  it("is clipped in a failure too", async () => {
    const context = { callFolder: undefined, outputBytes: 4_096 };
    const failed = await fitOutcome({ kind: "failed", message: long, hint: "h" }, context);
    const late = await fitOutcome({ kind: "timed-out", afterMs: 1, partial: long }, context);
    expect("message" in failed && failed.message.length).toBeLessThan(4_300);
    expect("partial" in late && late.partial.length).toBeLessThan(4_300);
    expect(failed).toMatchObject({ kind: "failed", hint: "h" });
  });

  it("never takes more than it may, and taking it twice changes nothing", async () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 1_500 }), { maxLength: 4 });
    await checkProperty(
      fc.asyncProperty(texts, fc.integer({ min: 100, max: 6_000 }), async (parts, outputBytes) => {
        const context = { callFolder: undefined, outputBytes };
        const content = parts.map((text) => ({ type: "text", text }) as const);
        const fitted = await fitOutcome({ content }, context);
        const shown = isFailure(fitted) ? "" : extractText(fitted.content);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(outputBytes + 1_024);
        expect(await fitOutcome(fitted, context)).toEqual(fitted);
      }),
      { numRuns: 40 },
    );
  });
});
