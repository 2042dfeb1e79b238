import { accessOperations } from "./access.ts";
import { conversationOperations } from "./conversation.ts";
import { machineOperations } from "./machine.ts";
import type { Operation } from "./operation.ts";
import { scheduleOperations } from "./schedules.ts";
import { sessionOperations } from "./sessions.ts";

/** Everything that a client can do. */
export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...conversationOperations,
  ...machineOperations,
  ...scheduleOperations,
  ...accessOperations,
];
