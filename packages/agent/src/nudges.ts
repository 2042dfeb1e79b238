/** What the model is told when its reply was not, or cannot be, the end. They are prompts. */
export const nudges = {
  goOn: "Your last reply was cut off. Go on from where it ends.",
  empty: "Your last reply held neither an answer nor a tool call. Go on: answer, or call a tool.",
  finalOutput:
    "The work ends only when you call the tool final_output with the result. If something is left to do, do it; otherwise call final_output now.",
} as const;
