import { existsSync } from "node:fs";
import type { ScheduleDesk } from "@skein/extensions-builtin/schedules";
import {
  ConfigError,
  SessionError,
  type Extension,
  type ToolFailure,
  type ModelName,
  toolFailed,
} from "@skein/protocol";
import { createSchedules, sqliteSchedules, type Schedules } from "@skein/schedules";
import { isNoFreer } from "../mode-gate.ts";
import type { Rights } from "../rights.ts";
import { newSessionId } from "../sessions/session-id.ts";
import { narrowedSchedule } from "./narrowed-schedule.ts";
import { problems, replies } from "./prompts.ts";
import { recipeWork } from "./recipe-work.ts";
import { scheduleFile } from "./schedule-file.ts";
import { detailsOf, listLine, nextOf, rightsLine } from "./describe-schedule.ts";

export interface ScheduleDeskOptions {
  readonly dataFolder: string;
  /** Of the agent that adds schedules. */
  readonly session: string;
  readonly rights: Rights;
  /** Its current model. */
  readonly model: () => ModelName;
  /** Its current tools. */
  readonly extensions: () => readonly Extension[];
}

/** The most schedules that agents may have added. */
const most = 50;
/** The most lines of a list. */
const mostLines = 100;

/**
 * Lets an agent manage schedules. A schedule it adds has at most the agent's current mode, rules, tools and
 * limits.
 */
export function scheduleDesk(options: ScheduleDeskOptions): ScheduleDesk {
  const { dataFolder, session, rights } = options;
  const file = scheduleFile(dataFolder);

  async function withStore<Result>(
    work: (schedules: Schedules) => Result | Promise<Result>,
  ): Promise<Result | ToolFailure> {
    try {
      using store = sqliteSchedules(file);
      return await work(createSchedules({ store, ids: () => newSessionId(new Date(), Math.random) }));
    } catch (error) {
      if (!ConfigError.is(error) && !SessionError.is(error)) throw error;
      return toolFailed(error.message, error.hint);
    }
  }

  return {
    async add(wish, cwd) {
      if (wish.cron.trim().split(/\s+/).length > 5) return toolFailed(problems.tooOften);
      const { prompt = "", recipe, parameters = {} } = wish;
      const found =
        recipe === undefined
          ? { work: { kind: "prompt", text: prompt } as const }
          : await recipeWork({ recipe, parameters, cwd, dataFolder });
      if ("wrong" in found) return toolFailed(found.wrong);
      if ("refused" in found) return denied(found.refused);
      const tools = await toolsOf(options.extensions());
      const { provider, model } = options.model();
      const asking = { rights, provider, model, session, cwd, tools };
      const narrowed = narrowedSchedule(wish, found.work, asking);
      if ("refused" in narrowed) return denied(narrowed.refused);
      return withStore((schedules) =>
        schedules.store.transact(() => {
          const ofAgents = schedules.store.schedules().filter(({ askedBy }) => askedBy !== undefined);
          if (ofAgents.length >= most) return toolFailed(problems.tooMany(most));
          const added = schedules.get(schedules.add(narrowed.schedule).id);
          const said = `"${added.name}" is scheduled: ${nextOf(added)} (${added.tz}); ${rightsLine(added)}.`;
          return withDaemon(schedules, said);
        }),
      );
    },

    change: (action, name) =>
      withStore((schedules) => {
        const found = schedules.get(name);
        const own = rights.mode();
        const starts = action === "resume" || action === "run_now";
        if (starts && !isNoFreer(found.mode, own)) return denied(problems.freerSchedule(own, found));
        if (action === "run_now") schedules.runNow(found.id);
        else schedules[action](found.id);
        const said = replies.changed[action](found.name);
        return starts ? withDaemon(schedules, said) : said;
      }),

    async list() {
      if (!existsSync(file)) return replies.none;
      return withStore((schedules) => {
        const all = schedules.list();
        if (all.length === 0) return replies.none;
        const lines = all.slice(0, mostLines).map(listLine);
        const more = all.length > mostLines ? [`and ${all.length - mostLines} more`] : [];
        return withDaemon(schedules, [...lines, ...more].join("\n"));
      });
    },

    async look(name, limit) {
      if (!existsSync(file)) return replies.none;
      return withStore((schedules) => detailsOf(schedules.get(name), schedules.history({ name, limit })));
    },
  };
}

/** For listing the tools only. */
export function closedDesk(): ScheduleDesk {
  const closed = async () => toolFailed(problems.noAgent);
  return { add: closed, change: closed, list: closed, look: closed };
}

function withDaemon(schedules: Schedules, text: string): string {
  return schedules.hasDaemon() ? text : `${text}\n${replies.noDaemon}`;
}

/** A scheduled run may not add schedules. */
async function toolsOf(extensions: readonly Extension[]): Promise<readonly string[]> {
  const others = extensions.filter(({ name }) => name !== "schedules");
  const named = others.map(async (extension) =>
    (await extension.tools()).map((tool) => `${extension.name}__${tool.name}`),
  );
  return (await Promise.all(named)).flat();
}

function denied(reason: string): ToolFailure {
  return { kind: "denied", by: "policy", reason };
}
