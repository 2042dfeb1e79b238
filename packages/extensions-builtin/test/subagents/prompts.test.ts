import { exitCodes, type OutcomeName } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import * as prompts from "../../src/subagents/prompts.ts";

describe("what models read of subagents", () => {
  it("of how they end", () => {
    const outcomes = Object.keys(exitCodes) as OutcomeName[];
    const failures = outcomes.filter((outcome) => outcome !== "done");
    const ends = failures.map((outcome) =>
      prompts.notFinished({
        name: "dig",
        session: "s-1",
        outcome,
        error: { code: "c", message: "Something happened.", hint: "Do this." },
        turns: 2,
        soFar: "Halfway there.",
      }),
    );
    const bare = prompts.notFinished({
      name: "dig",
      session: "s-1",
      outcome: "cancelled",
      error: undefined,
      turns: 1,
      soFar: " ",
    });
    expect([...ends, bare].join("\n\n")).toMatchSnapshot();
  });

  it("of everything else", () => {
    const { problems, replies } = prompts;
    expect(
      [
        prompts.toolDescription,
        prompts.controlDescription,
        prompts.childSystem,
        prompts.handOver,
        prompts.started("s-1", "dig"),
        prompts.ended("dig", "s-1", "Gold."),
        prompts.emptyAnswer,
        problems.noChildren,
        problems.doItYourself,
        problems.fixed("review", ["style", "path"]),
        problems.unknownParameter("size", []),
        problems.unknownParameter("size", ["path"]),
        problems.missingParameter("path"),
        problems.unknownExtensions(["web"], []),
        problems.unknownExtensions(["web"], ["todo"]),
        problems.leaveOut,
        problems.unknownId("s-9"),
        problems.listThem,
        problems.notSteered("s-1"),
        replies.waiting(8),
        replies.waitingForTurn("review"),
        replies.begun("dig", "s-1"),
        replies.wentOn("dig", "s-1"),
        replies.noneInBackground,
        replies.givenElsewhere("dig", "s-1"),
        replies.stillAtWork(5, "s-1: working"),
        replies.steered("s-1"),
      ].join("\n\n"),
    ).toMatchSnapshot();
  });
});
