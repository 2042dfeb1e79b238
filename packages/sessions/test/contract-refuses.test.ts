import { describe, expect, it } from "vitest";
import { memoryJournal } from "@skein/protocol";
import { journalLaws } from "../src/journal-laws.ts";
import { brokenStore, faults } from "./broken-stores.ts";

it("there is a broken store for each law, and no other", () => {
  const namesOf = (of: Readonly<Record<string, object>>) =>
    Object.entries(of).map(([subject, laws]) => [subject, Object.keys(laws)]);
  expect(namesOf(faults)).toEqual(namesOf(journalLaws));
});

for (const [subject, ofSubject] of Object.entries(faults)) {
  describe(`a store that breaks a law of ${subject} is refused:`, () => {
    it.each(Object.entries(ofSubject))("%s", async (name, fault) => {
      const law = journalLaws[subject]![name]!;
      await expect(law(brokenStore(fault))).rejects.toBeInstanceOf(Error);
      await expect(law(memoryJournal())).resolves.toBeUndefined();
    });
  });
}
