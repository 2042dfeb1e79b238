/** What the model is told when its reply cannot be the end. They are prompts. */
export const nudges = {
  empty: "Your last reply held neither an answer nor a tool call. Go on: answer, or call a tool.",
  finalOutput:
    "The work ends only when you call the tool final_output with the result. If something is left to do, do it; otherwise call final_output now.",
} as const;
