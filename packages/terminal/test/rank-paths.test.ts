import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankPaths } from "../src/screen.ts";

const never = new AbortController().signal;

describe("paths that are found by a few letters", () => {
  it("come with the best match in a name first, then the shortest", async () => {
    const paths = ["src/chat/", "docs/chat.md", "src/c/h/a/t/x.ts", "src/chat/chat.ts", "other.ts"];
    expect(await rankPaths(paths, "chat", 10, never)).toEqual([
      "src/chat/",
      "docs/chat.md",
      "src/chat/chat.ts",
      "src/c/h/a/t/x.ts",
    ]);
    expect(await rankPaths(paths, "zz", 10, never)).toEqual([]);
  });

  it("come in one order, in whichever the folder lists them", async () => {
    const paths = ["a/one.ts", "b/one.ts", "c/one.ts"];
    expect(await rankPaths(paths.toReversed(), "ts", 10, never)).toEqual(paths);
    expect(await rankPaths(paths, "ts", 10, never)).toEqual(paths);
  });

  it("are the best of all, however many there are", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[ab/]{1,8}$/), { maxLength: 200 }),
        fc.stringMatching(/^[ab]{1,2}$/),
        async (paths, typed) => {
          const all = await rankPaths(paths, typed, paths.length + 1, never);
          const few = await rankPaths(paths, typed, 3, never);
          expect(few).toEqual(all.slice(0, 3));
        },
      ),
    );
  });

  it("let other work come between among 50,000, and stop when more is typed", async () => {
    const paths = Array.from({ length: 50_000 }, (_, at) => `packages/module-${at % 500}/src/file-${at}.ts`);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      tick = setImmediate(count);
    };
    let tick = setImmediate(count);
    const more = new AbortController();
    const ranked = rankPaths(paths, "module4file7", 50, more.signal);
    expect(await ranked).toHaveLength(50);
    clearImmediate(tick);
    expect(turns).toBeGreaterThan(1);
    const late = rankPaths(paths, "file", 50, more.signal);
    more.abort("more was typed");
    await expect(late).rejects.toBe("more was typed");
  });
});
