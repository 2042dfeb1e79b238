import type { JournalStore } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { journalLaws } from "./journal-laws.ts";

/**
 * The rules of `JournalStore`, as a vitest suite for any store.
 *
 * @param makeStore - creates a new, empty store for each test and arranges its own cleanup (`onTestFinished` works
 *   inside).
 */
export function journalContract(name: string, makeStore: () => JournalStore | Promise<JournalStore>): void {
  describe(`${name} keeps the laws of a journal store`, () => {
    describe.each(Object.entries(journalLaws))("%s", (_subject, laws) => {
      it.each(Object.entries(laws))("%s", async (_does, law) => {
        await expect(law(await makeStore())).resolves.toBeUndefined();
      });
    });
  });
}
