/** What the model is told of planning. */
export const planPrompts = {
  tool: "Put your plan to the user, who accepts it, changes it or says what to change. Call it once you know enough to write down what is to be done. Nothing may be changed before the plan is accepted.",
  planning:
    "Plan mode is on: you can only read. Look at what you need, ask the user about what only the user can decide, and then call propose_plan with the whole plan, which the user decides on.",
  accepted: "The user has accepted the plan. Carry it out.",
  /** @param isPlanning - the user has asked for another plan. */
  inForce: (plan: string, isPlanning: boolean): string =>
    `${isPlanning ? "The plan that was accepted before" : "The plan that the user has accepted. Follow it, but for what the user says later"}:\n\n${plan}`,
  notKept: "The plan was accepted, but it cannot be kept here.",
} as const;
