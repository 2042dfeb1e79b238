import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

describe("a token that occurs again and again", () => {
  it("counts once, so that no other token is forgotten for it", () => {
    const redactor = createRedactor({ key, secrets: [] });
    const [first, other] = [1, 2].map((seed) => `ghp_${randomText(36, seed)}`);
    const hidden = redactor.redact(first!);
    expect(hidden).not.toContain(first);
    for (let count = 0; count < 4_100; count++) redactor.redact(other!);
    expect(redactor.restore(hidden)).toBe(first);
  });
});
