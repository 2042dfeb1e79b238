/** What the model is told when its reply was not, or cannot be, the end. They are prompts. */
export const nudges = {
  goOn: "Your last reply was cut off. Go on from where it ends.",
  empty: "Your last reply held neither an answer nor a tool call. Go on: answer, or call a tool.",
  finalOutput:
    "The work ends only when you call the tool final_output with the result. If something is left to do, do it; otherwise call final_output now.",
  tryAgain: (report: string): string =>
    `This task was attempted before, and what came out did not pass a check:\n\n${report.trimEnd()}\n\nThat attempt's conversation is gone, but the files it changed are as it left them. Look at what is there, do the task in a way that passes this check, and do not repeat what failed.`,
} as const;

/** What the model is told of subagents in the background that cannot speak for themselves any more. */
export const reports = {
  leftBehind: (session: string): string =>
    `The subagent of session ${session} was told to stop and gave no report. Check what it has changed before you rely on it, and start another one if its work is still needed.`,
  lost: (session: string): string =>
    `The subagent of session ${session} worked in the background when the process ended, and gave no report. It is no longer at work. Check what it has changed before you rely on it, and start another one if its work is still needed.`,
} as const;

/** Why a call is denied that waited for an approval when the user wrote a new message. */
export const declinedByMessage =
  "It waited for the user's approval, and the user wrote a new message instead of giving it. Read that message first.";
