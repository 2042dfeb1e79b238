import { expect, it } from "vitest";
import { declinedByMessage, nudges, reports } from "../src/run/nudges.ts";

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
      "continueReply": "Your last reply was cut off. Continue from where it ends.",
      "declinedByMessage": "This call waited for the user's approval, and the user wrote a new message instead. Read that message first.",
      "empty": "Your last reply contained neither an answer nor a tool call. Continue: answer, or call a tool.",
      "finalOutput": "The task ends only when you call the tool final_output with the result. If work remains, do it; otherwise call final_output now.",
      "leftBehind": "The subagent of session a1b2 was told to stop and gave no report. Check its changes before you rely on them, and start another one if its work is still needed.",
      "lost": "The subagent of session a1b2 was running in the background when the process ended, and gave no report. It is no longer running. Check its changes before you rely on them, and start another one if its work is still needed.",
      "tryAgain": "This task was attempted before, and the result did not pass a check:

    \`npm test\` failed with 1:
    2 tests failed

    The conversation of that attempt is gone, but its file changes are still there. Look at the current files, do the task so that it passes this check, and do not repeat what failed.",
    }
  `);
});
