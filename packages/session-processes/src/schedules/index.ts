export { openSchedules, type OpenSchedules } from "./open-schedules.ts";
export { hasProcessNaming } from "./running-processes.ts";
export { removeService, runServiceCommands, serviceState, writeService } from "./install-service.ts";
export { scheduledRecipe, type ScheduledRecipe, type ScheduledRecipeWish } from "./scheduled-recipe.ts";
export { serveSchedules, type Serving, type SlotPort } from "./serve-schedules.ts";
export { serviceFile, type ServiceFile, type ServiceOptions } from "./service-file.ts";
export { slotProcesses, type SlotCommand } from "./slot-process.ts";
