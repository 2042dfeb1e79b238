import { expect, it } from "vitest";
import { declinedByMessage, nudges, reports } from "../src/loop/nudges.ts";

it("what the model is told says what happened and what to do next", () => {
  const all = {
    ...nudges,
    declinedByMessage,
    tryAgain: nudges.tryAgain("`npm test` failed with 1:\n2 tests failed\n"),
    leftBehind: reports.leftBehind("a1b2"),
    lost: reports.lost("a1b2"),
  };
  expect(all).toMatchInlineSnapshot(`
    {
      "declinedByMessage": "It waited for the user's approval, and the user wrote a new message instead of giving it. Read that message first.",
      "empty": "Your last reply held neither an answer nor a tool call. Go on: answer, or call a tool.",
      "finalOutput": "The work ends only when you call the tool final_output with the result. If something is left to do, do it; otherwise call final_output now.",
      "goOn": "Your last reply was cut off. Go on from where it ends.",
      "leftBehind": "The subagent of session a1b2 was told to stop and gave no report. Check what it has changed before you rely on it, and start another one if its work is still needed.",
      "lost": "The subagent of session a1b2 worked in the background when the process ended, and gave no report. It is no longer at work. Check what it has changed before you rely on it, and start another one if its work is still needed.",
      "tryAgain": "This task was attempted before, and what came out did not pass a check:

    \`npm test\` failed with 1:
    2 tests failed

    That attempt's conversation is gone, but the files it changed are as it left them. Look at what is there, do the task in a way that passes this check, and do not repeat what failed.",
    }
  `);
});
