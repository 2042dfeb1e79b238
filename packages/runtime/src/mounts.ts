import { join } from "node:path";
import type { FileDiagnostics } from "@skein/extensions-builtin/diagnostics";
import type { Mount } from "@skein/extensions";
import type { DeveloperSettings } from "@skein/extensions-builtin/developer";
import type { SkillsOptions } from "@skein/extensions-builtin/skills";
import type { SearchChats } from "@skein/extensions-builtin/chatrecall";
import type { PlanOptions } from "@skein/extensions-builtin/plan";
import {
  commandPaths,
  compileRules,
  restrictsReading,
  type PathGuard,
  type PermissionRule,
} from "@skein/permissions";
import type { Extension, JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { OpenChild } from "@skein/extensions-builtin/subagents";
import type { AgentSettings } from "./agent-settings.ts";
import { builtinExtensions } from "./builtin-extensions.ts";
import { requireCrashStop } from "./crash-stop.ts";
import type { ChangedBy } from "./checkpoints/files-changed-since.ts";
import { withDiagnostics } from "./extensions/with-diagnostics.ts";
import { limitedTools } from "./extensions/only-tools.ts";
import type { ScheduleDeskOptions } from "./schedules-tool/schedule-desk.ts";
import type { OpenSandbox } from "./sandbox/open-sandbox.ts";
import { cleanFolder } from "./secrets/with-clean-folders.ts";
import { memoryOptions } from "./memory/memory-options.ts";
import { newSessionId } from "./sessions/session-id.ts";
import { loadDeveloper, loadPlan } from "./later.ts";

export interface MountsOptions {
  readonly journal: JournalStore;
  readonly openChild: OpenChild;
  readonly started: { count: number };
  readonly schedules: ScheduleDeskOptions;
  /** Files that tools may only show with approval. */
  readonly guard: PathGuard;
  /** Its own, and those of the agents above it: what they keep from being read is not shown. */
  readonly rules: readonly PermissionRule[];
  /** Environment; what a command gets is decided per command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The current permission mode. */
  readonly mode: () => string;
  readonly redactor: GrowingRedactor;
  /** Number of ancestors. */
  readonly depth: number;
  readonly sandbox: OpenSandbox;
  /** `undefined`: the agent has no plan mode of its own. */
  readonly plan: PlanOptions | undefined;
  /** MCP servers, which are starting already. */
  readonly servers: readonly Mount[];
  readonly searchChats: SearchChats;
  readonly skills: Pick<SkillsOptions, "active" | "userWords">;
  /** Where background jobs are, in a session that is kept on disk. */
  readonly jobFolders: Pick<DeveloperSettings, "callFolders" | "inputFolder">;
  /** For what may be lost. */
  readonly stateFolder: string | undefined;
  readonly diagnostics: FileDiagnostics | undefined;
  readonly changedBy: ChangedBy;
}

/** Collects the extensions that provide an agent's tools. */
export async function mountsOf(settings: AgentSettings, options: MountsOptions): Promise<readonly Mount[]> {
  const { journal, openChild, started, schedules, depth, guard, rules, env, mode, redactor, sandbox } =
    options;
  const { plan, servers, skills, searchChats, diagnostics, changedBy } = options;
  const { extensions = [] } = settings;
  const planning = plan ? [(await loadPlan()).plan(plan)] : [];
  const subagents = settings.subagents ?? {};
  const builtins = [...new Set(settings.builtins)].filter(
    (name) => subagents !== false || name !== "subagents",
  );
  const compiled = compileRules(rules);
  const developer = {
    isGuarded: (path: string) =>
      guard(path, "reads") !== undefined || restrictsReading(compiled, path, settings.cwd),
    commandPaths: async (command: string, cwd: string) =>
      (await commandPaths(command, cwd)).flatMap(({ places }) => places),
    openFiles: settings.openFiles,
    environment: env,
    keep: settings.commandVariables ?? [],
    holdsSecret: (text: string) => redactor.redact(text) !== text,
    isStrict: () => mode() !== "auto",
    sandbox: sandbox.shell,
    ...(settings.launcher === "off" ? ({ launcher: false } as const) : {}),
    warn: settings.warn,
    ...(settings.onCrash === "stop" ? { wrap: await requireCrashStop() } : {}),
    ...options.jobFolders,
    ...(await pathSettings(settings, options)),
    keepJobs: settings.jobs === "keep",
    onJobEnd: (folder: string) => cleanFolder(folder, redactor),
  };
  const taken = [...builtins, ...extensions.map(({ name }) => name)];
  const { agents, subrecipes, ...limits } = subagents || {};
  const own = await builtinExtensions(builtins, {
    developer,
    read: (session, from, kinds) => journal.read(session, from, kinds),
    schedules,
    skills: { skills: settings.skills ?? [], ...skills },
    ...(await memoryOptions(settings, builtins, developer.holdsSecret)),
    searchChats,
    web: { search: settings.webSearch },
    subagents: {
      open: openChild,
      limits: { ...limits, depth },
      started,
      extensions: [...taken, ...servers.map(({ extension }) => extension.name)],
      ids: () => newSessionId(new Date(), Math.random),
      ...(agents ? { agents } : {}),
      ...(subrecipes ? { subrecipes } : {}),
    },
  });
  const diagnosed = (extension: Extension) =>
    diagnostics && extension.name === "developer"
      ? withDiagnostics(extension, diagnostics, changedBy)
      : extension;
  return [
    ...planning.map((extension) => ({ extension, required: true })),
    ...[...own.map(diagnosed), ...extensions].map((extension) => ({
      extension: limitedTools(extension, settings.onlyTools),
      required: true,
    })),
    ...servers,
  ];
}

/** Another agent of the same user finds what this one has found. */
async function pathSettings(
  { loginPath: wanted = "off", builtins }: AgentSettings,
  { env, stateFolder }: Pick<MountsOptions, "env" | "stateFolder">,
): Promise<Pick<DeveloperSettings, "loginPath">> {
  if (wanted === "off" || !builtins.includes("developer")) return {};
  const { loginPath } = await loadDeveloper();
  const cacheFile = stateFolder === undefined ? undefined : join(stateFolder, "login-path.json");
  return { loginPath: loginPath({ env, cacheFile }) };
}
