import type { ReadJournal } from "@skein/compaction";
import type { DeveloperSettings } from "@skein/extensions-builtin/developer";
import type { SearchChats } from "@skein/extensions-builtin/chatrecall";
import type { MemoryOptions } from "@skein/extensions-builtin/memory";
import type { SkillsOptions } from "@skein/extensions-builtin/skills";
import {
  builtinNames,
  ConfigError,
  isNamedBuiltin,
  type Extension,
  type NamedBuiltin,
} from "@skein/protocol";
import type { SubagentsOptions } from "@skein/extensions-builtin/subagents";
import type { WebSettings } from "@skein/extensions-builtin/web";
import type { ScheduleDeskOptions } from "./schedules-tool/schedule-desk.ts";
import {
  loadAnalyze,
  loadAskUser,
  loadChatrecall,
  loadCompaction,
  loadDeveloper,
  loadMemory,
  loadScheduleDesk,
  loadSchedules,
  loadSkills,
  loadSubagents,
  loadSummarize,
  loadTodo,
  loadWeb,
} from "./later.ts";

export interface BuiltinSettings {
  readonly developer?: DeveloperSettings;
  /** The journal that `recall` searches. */
  readonly read?: ReadJournal;
  readonly subagents?: SubagentsOptions;
  readonly schedules?: ScheduleDeskOptions;
  readonly skills?: SkillsOptions;
  readonly memory?: MemoryOptions;
  /** Searches all sessions. */
  readonly searchChats?: SearchChats;
  readonly web?: WebSettings;
}

/** By name, loaded on demand. */
const builtins: Readonly<Record<NamedBuiltin, (settings: BuiltinSettings) => Promise<Extension>>> = {
  developer: async (settings) => (await loadDeveloper()).developer(settings.developer),
  analyze: async ({ developer }) => (await loadAnalyze()).analyze(developer),
  skills: async ({ skills = { skills: [], isForListing: true } }) => (await loadSkills()).skills(skills),
  memory: async ({ memory = nowhere }) => (await loadMemory()).memory(memory),
  chatrecall: async ({ searchChats = findNothing }) => (await loadChatrecall()).chatrecall(searchChats),
  ask_user: async () => (await loadAskUser()).askUser(),
  summarize: async ({ developer }) => (await loadSummarize()).summarize(developer),
  todo: async () => (await loadTodo()).todo(),
  recall: async ({ read = readNothing }) => (await loadCompaction()).recallExtension(read),
  async web({ web: settings }) {
    const { searchEngines, web } = await loadWeb();
    const [engine] = Object.values(searchEngines);
    return web(settings ?? { search: engine && { engine } });
  },
  subagents: async ({ subagents = { open: openNobody } }) => (await loadSubagents()).subagents(subagents),
  schedules: async ({ schedules }) => {
    const { closedDesk, scheduleDesk } = await loadScheduleDesk();
    const extension = await loadSchedules();
    return extension.schedules(schedules ? scheduleDesk(schedules) : closedDesk());
  },
};

/** For listing the tools only. */
const nowhere: MemoryOptions = { folders: { user: [], project: [], projectRoot: "/" }, known: [] };
const findNothing: SearchChats = () => Promise.resolve([]);
const readNothing: ReadJournal = async function* () {};
const openNobody: SubagentsOptions["open"] = () =>
  Promise.reject(new ConfigError("usage", "Subagents can only be started by an agent."));

export function builtinExtensions(
  names: readonly string[],
  settings: BuiltinSettings = {},
): Promise<readonly Extension[]> {
  return Promise.all(
    [...new Set(names)].map((name) => {
      if (isNamedBuiltin(name)) return builtins[name](settings);
      throw new ConfigError("usage", `There is no built-in extension "${name}".`, {
        hint: `Use one of: ${builtinNames.join(", ")}.`,
      });
    }),
  );
}
