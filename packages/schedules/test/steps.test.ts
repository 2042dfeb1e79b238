import { describe, expect, it } from "vitest";
import { finishLater, finishNow, step, type Steps } from "../src/manage/steps.ts";

function* recovering(value: Promise<string> | string, isCaught = true): Steps<string> {
  try {
    return `${yield* step(value)}!`;
  } catch (error) {
    if (!isCaught) throw error;
    return `caught ${String(error)}`;
  }
}

function* two(): Steps<string> {
  const first = yield* step("one");
  return `${first} ${yield* step("two")}`;
}

describe("steps", () => {
  it("are done at once where their values are no promises", () => {
    expect(finishNow(two())).toBe("one two");
  });

  it("are done one after the other where they are", async () => {
    expect(await finishLater(two())).toBe("one two");
    expect(await finishLater(recovering(Promise.resolve("done")))).toBe("done!");
  });

  it("throw what a promise is rejected with where it is waited for", async () => {
    expect(await finishLater(recovering(Promise.reject(new Error("gone"))))).toBe("caught Error: gone");
  });

  it("end with what they do not catch", async () => {
    const ended = finishLater(recovering(Promise.reject(new Error("gone")), false));
    await expect(ended).rejects.toThrow("gone");
  });
});
