import { accessOperations } from "./access.ts";
import { appOperations } from "./apps.ts";
import { conversationOperations } from "./conversation.ts";
import { extensionOperations } from "./extensions.ts";
import { machineOperations } from "./machine.ts";
import type { Operation } from "./operation.ts";
import { recipeOperations } from "./recipes.ts";
import { scheduleOperations } from "./schedules.ts";
import { sessionOperations } from "./sessions.ts";
import { settingOperations } from "./settings.ts";

/** Everything that a client can do. */
export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...conversationOperations,
  ...appOperations,
  ...machineOperations,
  ...extensionOperations,
  ...recipeOperations,
  ...settingOperations,
  ...scheduleOperations,
  ...accessOperations,
];
