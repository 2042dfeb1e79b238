import type { SessionCommands } from "../src/index.ts";
import { commandResult } from "../src/results/index.ts";

/** The same commands. A result that is not as its schema says, once it is JSON, is an error. */
export function checkedResults(commands: SessionCommands): SessionCommands {
  return {
    ...commands,
    async run(...line) {
      const result = await commands.run(...line);
      commandResult.parse(JSON.parse(JSON.stringify(result)));
      return result;
    },
  };
}
