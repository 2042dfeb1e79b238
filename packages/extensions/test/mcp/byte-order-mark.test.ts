import { describe, expect, it } from "vitest";
import { says, torture, using } from "./workshop.ts";

describe("a byte order mark on a server's standard output", () => {
  it.each([["first"], ["each"]])("is skipped: before %s message", async (which) => {
    await using extension = using(torture("byte-order-mark", [which]));
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["echo"]);
    expect(await says(extension, "echo", { a: 1 })).toBe('echo {"a":1}');
  });
});
