/** Of commands about one schedule. */
export const needsSchedule = {
  needs: ["The name of a schedule"],
  hint: "`skein schedule list` shows them.",
} as const;
