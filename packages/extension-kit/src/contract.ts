import { describe, expect, it } from "vitest";
import { conformanceRules, type ConformanceSubject } from "./conformance/index.ts";

/** The rules of `./conformance` as a vitest suite: call it at the top level of a test file. */
export function extensionContract(
  name: string,
  make: () => ConformanceSubject | Promise<ConformanceSubject>,
): void {
  describe(`the extension ${name}`, () => {
    it.each(conformanceRules(make))("$title", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    });
  });
}
