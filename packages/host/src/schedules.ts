export { openSchedules, type OpenSchedules } from "./schedules/open-schedules.ts";
export { hasProcessNaming } from "./schedules/running-processes.ts";
export {
  removeService,
  runServiceCommands,
  serviceState,
  writeService,
} from "./schedules/install-service.ts";
export {
  scheduledRecipe,
  type ScheduledRecipe,
  type ScheduledRecipeWish,
} from "./schedules/scheduled-recipe.ts";
export { serveSchedules, type Serving, type SlotPort } from "./schedules/serve-schedules.ts";
export { serviceFile, type ServiceFile, type ServiceOptions } from "./schedules/service-file.ts";
export { slotProcesses, type SlotCommand } from "./schedules/slot-process.ts";
export { userSchedules, type UserSchedules } from "./schedules/user-schedules.ts";
