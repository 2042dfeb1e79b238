/** Prompts for a model whose reply cannot end the run. */
export const nudges = {
  continueReply: "Your last reply was cut off. Continue from where it ends.",
  empty: "Your last reply contained neither an answer nor a tool call. Continue: answer, or call a tool.",
  finalOutput:
    "The task ends only when you call the tool final_output with the result. If work remains, do it; otherwise call final_output now.",
  tryAgain: (report: string): string =>
    `This task was attempted before, and the result did not pass a check:\n\n${report.trimEnd()}\n\nThe conversation of that attempt is gone, but its file changes are still there. Look at the current files, do the task so that it passes this check, and do not repeat what failed.`,
} as const;

/** What a user is told of hooks. */
export const hookNotices = {
  tooManyContinuations: (most: number): string =>
    `Hooks have sent the model back to work ${most} times in a row. It stops now.`,
} as const;

/** Prompts about background subagents that can no longer report themselves. */
export const reports = {
  leftBehind: (session: string): string =>
    `The subagent of session ${session} was told to stop and gave no report. Check its changes before you rely on them, and start another one if its work is still needed.`,
  lost: (session: string): string =>
    `The subagent of session ${session} was running in the background when the process ended, and gave no report. It is no longer running. Check its changes before you rely on them, and start another one if its work is still needed.`,
} as const;

/** Why a call that waited for approval is denied when the user writes a new message. */
export const declinedByMessage =
  "This call waited for the user's approval, and the user wrote a new message instead. Read that message first.";
