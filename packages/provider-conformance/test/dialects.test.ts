import { describe, expect, it } from "vitest";
import {
  anthropicMessages,
  casesOf,
  conformanceCases,
  gemini,
  openaiChat,
  openaiResponses,
} from "@skein/provider-conformance/cases";

describe("the cases", () => {
  it("have an id and a title each, in a group", () => {
    const ids = conformanceCases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+\/[a-z-]+$/.test(id))).toEqual([]);
    expect(conformanceCases.filter(({ title }) => title.length < 10)).toEqual([]);
  });

  it.each([anthropicMessages, openaiChat, openaiResponses, gemini])(
    "say why they do not apply to $id, and apply else",
    (dialect) => {
      const provider = () => {
        throw new Error("Nothing is asked to know what applies.");
      };
      const subject = { name: "none", dialect, modelId: "none", provider };
      const reasons = casesOf(subject).map((one) => one.notApplicable(subject));
      expect(reasons.filter((reason) => reason !== undefined && !/^[A-Z].{10,}\.$/.test(reason))).toEqual([]);
      expect(reasons.filter((reason) => reason === undefined).length).toBeGreaterThan(60);
    },
  );
});
