import { describe, expect, it } from "vitest";
import { seeded } from "../../runner/seeded.ts";
import { examBreaks, examTable } from "../exam-table.ts";
import { factKinds, factOf } from "../facts.ts";
import { holdExam, type Asked } from "../hold-exam.ts";
import { projectOf } from "../project.ts";
import { summarisers } from "../summarisers.ts";

const wordings = ["tuned", "held-out"] as const;

describe("what is asked", () => {
  it("never holds its answer, and the answer is in what was said", () => {
    for (const wording of wordings) {
      const project = projectOf(seeded(3));
      for (const kind of factKinds) {
        for (let count = 0; count < 60; count++) {
          const { text, question, answer } = factOf(project, kind, wording);
          expect(text).toContain(answer);
          expect(question.toLowerCase()).not.toContain(answer.toLowerCase());
        }
      }
    }
  });
});

describe("a session of coding that is compacted", () => {
  it.each(Object.keys(summarisers))(
    "keeps rules, plan and instructions before the model, and all else in reach (%s)",
    async (summariser) => {
      for (const [index, wording] of wordings.entries()) {
        const asked = await holdExam({
          seed: 20 + index,
          wording,
          summariser,
          window: 16_000,
          after: [1, 4],
        });
        expect(examBreaks(wording, new Map([[summariser, asked]]))).toEqual([]);
        expect(asked.length).toBeGreaterThan(15);
        expect(asked.some(({ inContext }) => !inContext)).toBe(true);
      }
    },
    60_000,
  );

  it("fails its exam when a rule is gone, or nothing answers", () => {
    const project = projectOf(seeded(4));
    const missed = (kind: (typeof factKinds)[number], reachable: boolean): Asked => {
      const fact = factOf(project, kind, "tuned");
      return { fact, compactions: 1, inContext: false, reachable, loosely: reachable, recalled: "" };
    };
    const exams = new Map([
      ["none", [missed("rule of the user", true), missed("number", false), missed("path", true)]],
    ]);
    expect(examBreaks("tuned", exams)).toEqual([
      expect.stringMatching(/rule of the user ".*" is not in the context/),
      expect.stringMatching(/\?" was not answered/),
    ]);
    const rows = examTable(exams, [1]);
    expect(rows.find(([kind]) => kind === "number")).toEqual(["number", "none", "1", "0 %", "0 %", "0 %"]);
  });
});
