import { describe } from "vitest";
import { findLauncher } from "../../../src/developer/shell/launcher/find-launcher.ts";
import { workbench } from "../workbench.ts";
import { commandEnvironments } from "./environments.ts";
import { crashedCallers } from "./crashed-callers.ts";
import { backgroundJobs } from "../jobs/background-jobs.ts";
import { shellCommands } from "./shell-commands.ts";

const program = findLauncher();

// `npm run setup` builds it where there is a C compiler.
describe.skipIf(program === undefined)("from the native launcher", () => {
  const launched = (settings = {}) => workbench({ launcher: program ?? "", ...settings });

  shellCommands(launched);
  commandEnvironments(launched);
  crashedCallers(launched);
  backgroundJobs(launched);
});
