import { agentCommands } from "./agent-commands.ts";
import { backgroundCommands } from "./background-commands.ts";
import type { SessionCommand } from "./command.ts";
import { contextCommands } from "./context-commands.ts";
import { jobCommands } from "./job-commands.ts";
import { modelCommands } from "./model-commands.ts";
import { otherSessionCommands } from "./other-session-commands.ts";
import { recipeCommands } from "./recipe-commands.ts";
import { rewindCommands } from "./rewind-commands.ts";
import { skillCommands } from "./skill-commands.ts";
import { styleCommands } from "./style-commands.ts";
import { userCommands } from "./user-commands.ts";

/** The commands that every session has; those of settings come on top. */
export const sessionCommands: readonly SessionCommand[] = [
  ...modelCommands,
  ...styleCommands,
  ...contextCommands,
  ...rewindCommands,
  ...otherSessionCommands,
  ...recipeCommands,
  ...agentCommands,
  ...jobCommands,
  ...backgroundCommands,
  ...skillCommands,
  ...userCommands,
];
