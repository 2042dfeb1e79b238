import { defineExtension, defineTool, type ToolReturn } from "@skein/extension-kit";
import type { Extension } from "@skein/protocol";
import { changeInput, lookInput, type ChangeInput, type NewSchedule } from "./input.ts";

/** The schedules as an agent may see and change them. Each method returns what the model reads. */
export interface ScheduleDesk {
  /** @param cwd - absolute working directory of the agent. */
  add(wish: NewSchedule, cwd: string): Promise<ToolReturn>;
  change(action: Exclude<ChangeInput["action"], "add">, name: string): Promise<ToolReturn>;
  list(): Promise<ToolReturn>;
  /** Details of one schedule, and its last runs. */
  look(name: string, limit: number): Promise<ToolReturn>;
}

const defaultLimit = 10;

/** Scheduled tasks for the model: one tool that reads, one that changes. The desk decides what may be scheduled. */
export function schedules(desk: ScheduleDesk): Extension {
  return defineExtension({
    name: "schedules",
    description: "Work at set times.",
    tools: [
      defineTool<ChangeInput>({
        name: "schedule",
        description:
          "Schedule a task for another agent at set times, and pause, resume, remove or run schedules. It gets at most your own permissions, and no one can answer its questions.",
        effect: "runs",
        startsAgents: true,
        input: changeInput,
        resources: () => ["schedules"],
        run: async ({ action, cron = "", ...wish }, { cwd }) =>
          action === "add" ? desk.add({ ...wish, cron }, cwd) : desk.change(action, wish.name),
      }),
      defineTool({
        name: "schedule_list",
        description: "List schedules: when they run next, and how their last slots ended.",
        effect: "reads",
        input: lookInput,
        run: async ({ name, limit = defaultLimit }) =>
          name === undefined ? desk.list() : desk.look(name, limit),
      }),
    ],
  });
}
