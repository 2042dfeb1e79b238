import { describe, expect, it } from "vitest";
import { conformanceRules, type ConformanceSubject } from "./conformance/index.ts";

/**
 * Declares the rules of `./conformance` as a vitest suite. Call it at the top
 * level of a test file.
 *
 * @param name - name in the title of the suite.
 * @param make - creates a new subject for each rule.
 *
 * @example
 * ```ts
 * extensionContract("empty", () => ({
 *   extension: defineExtension({ name: "empty" }),
 *   works: { tool: "look", input: {} },
 *   misfits: { tool: "look", input: 1 },
 * }));
 * ```
 */
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
