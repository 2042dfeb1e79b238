/** Why a plan is not put to the user. */
export const planningIsOver =
  "Plan mode is off, so no plan is put to the user. Carry on with the work; if it has to go differently than planned, say so in words.";
