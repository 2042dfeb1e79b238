import { workbench } from "../workbench.ts";
import { commandEnvironments } from "./environments.ts";
import { crashedCallers } from "./crashed-callers.ts";
import { backgroundJobs } from "../jobs/background-jobs.ts";
import { shellCommands } from "./shell-commands.ts";

const wrapped = (settings = {}) => workbench({ launcher: false, ...settings });

shellCommands(wrapped);
commandEnvironments(wrapped);
crashedCallers(wrapped);
backgroundJobs(wrapped);
