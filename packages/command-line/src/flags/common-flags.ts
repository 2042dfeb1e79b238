/** Flags that mean the same wherever they stand. */
export const jsonFlag = { description: "One JSON object on standard output" } as const;
export const writtenJsonFlag = { description: "With a FILE: say as JSON what was written" } as const;
export const yesFlag = { short: "y", description: "Without asking" } as const;
export const forceFlag = { description: "Replace a file that is there" } as const;
export const trustHashFlag = {
  value: "SHA256",
  repeatable: true,
  description: "Agree to the commands of the recipe with this hash; without it you are asked once",
} as const;
