import type { Mount } from "@skein/extensions";
import type { PlanOptions } from "@skein/extensions-builtin/plan";
import { compileRules, restrictsReading, type PathGuard, type PermissionRule } from "@skein/permissions";
import type { Extension, JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { OpenChild } from "@skein/subagents";
import type { AgentSettings } from "./agent-settings.ts";
import { builtinExtensions } from "./builtin-extensions.ts";
import { requireCrashStop } from "./crash-stop.ts";
import { onlyTools } from "./extensions/only-tools.ts";
import type { ScheduleDeskOptions } from "./schedules-tool/schedule-desk.ts";
import type { OpenSandbox } from "./sandbox.ts";
import { newSessionId } from "./sessions/session-id.ts";

export interface MountsOptions {
  readonly journal: JournalStore;
  readonly openChild: OpenChild;
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
}

/** Collects the extensions that provide an agent's tools; starts none. */
export async function mountsOf(settings: AgentSettings, options: MountsOptions): Promise<readonly Mount[]> {
  const { journal, openChild, schedules, depth, guard, rules, env, mode, redactor, sandbox, plan } = options;
  const { extensions = [], servers = [], optionalServers = [] } = settings;
  const planning = plan ? [(await import("@skein/extensions-builtin/plan")).plan(plan)] : [];
  const subagents = settings.subagents ?? {};
  const builtins = [...new Set(settings.builtins)].filter(
    (name) => subagents !== false || name !== "subagents",
  );
  const compiled = compileRules(rules);
  const developer = {
    isGuarded: (path: string) =>
      guard(path, "reads") !== undefined || restrictsReading(compiled, path, settings.cwd),
    environment: env,
    keep: settings.commandVariables ?? [],
    holdsSecret: (text: string) => redactor.redact(text) !== text,
    isStrict: () => mode() !== "auto",
    sandbox: sandbox.shell,
    ...(settings.onCrash === "stop" ? { wrap: await requireCrashStop() } : {}),
  };
  const taken = [...builtins, ...extensions.map(({ name }) => name)];
  // Optional servers get their names first, because rules refer to config servers by name.
  const all = [...optionalServers, ...servers].map((server) =>
    "command" in server ? { ...server, hold: sandbox.server(server.name ?? "") } : server,
  );
  const started =
    all.length === 0
      ? []
      : (await import("./mcp-servers.ts")).mcpServers(
          all,
          [...taken, ...planning.map(({ name }) => name)],
          settings.warn,
        );
  const { agents, subrecipes, ...limits } = subagents || {};
  const own = await builtinExtensions(builtins, {
    developer,
    read: (session, from, kinds) => journal.read(session, from, kinds),
    schedules,
    subagents: {
      open: openChild,
      limits: { ...limits, depth },
      extensions: [...taken, ...started.map(({ name }) => name)],
      ids: () => newSessionId(new Date(), Math.random),
      ...(agents ? { agents } : {}),
      ...(subrecipes ? { subrecipes } : {}),
    },
  });
  return [
    ...planning.map((extension) => ({ extension, required: true })),
    ...[...own, ...extensions].map((extension) => ({
      extension: limited(extension, settings, extension.name),
      required: true,
    })),
    ...started.map((extension, index) => ({
      // The allowlist refers to the original name.
      extension: limited(extension, settings, all[index]?.name ?? extension.name),
      required: index >= optionalServers.length,
    })),
  ];
}

function limited(extension: Extension, { onlyTools: limits = {} }: AgentSettings, name: string): Extension {
  const names = Object.hasOwn(limits, name) ? limits[name] : undefined;
  return names ? onlyTools(extension, names) : extension;
}
