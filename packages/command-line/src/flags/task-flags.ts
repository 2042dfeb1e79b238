import type { Flags } from "../flag.ts";
import { trustHashFlag } from "./common-flags.ts";

export const recipeFlags = {
  recipe: {
    value: "RECIPE",
    suggests: "recipes",
    description: "The task, as a recipe: its name, its file or a link to it",
  },
  params: { value: "KEY=VALUE", repeatable: true, description: "A value for a parameter of the recipe" },
  "sub-recipe": {
    value: "RECIPE",
    suggests: "recipes",
    repeatable: true,
    description: "Another recipe, which the model may have done as a part",
  },
  "trust-hash": trustHashFlag,
} as const satisfies Flags;

export const taskFlags = {
  text: { short: "t", value: "TEXT", description: "The task, as text" },
  prompt: { short: "p", value: "TEXT", sameAs: "text", description: "The same as -t" },
  instructions: { short: "i", value: "FILE", description: "The task, from a file; - reads standard input" },
  attach: {
    value: "FILE",
    repeatable: true,
    description: "An image, a PDF or a text that goes with the task",
  },
  "no-stdin": { description: "Do not add standard input to the task, and do not wait for it" },
  ...recipeFlags,
  explain: { description: "With --recipe: say what it is and would start, and run nothing" },
  "render-recipe": { description: "With --recipe: print it with its values filled in, and run nothing" },
  interactive: { short: "s", description: "With --recipe: continue as a chat, in a terminal" },
} as const satisfies Flags;
