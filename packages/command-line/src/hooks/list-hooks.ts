import { readHooks, type Hook } from "@skein/hooks";
import { describeOrigin, readConfigFile } from "@skein/settings";
import type { Machine } from "@skein/host";
import { effectiveSettings, type EffectiveSettings, type ProjectTrust } from "@skein/host/settings";
import { configuredHooks, deedOf, type HookDeed } from "@skein/host/permissions";

export interface ListedHook extends HookDeed {
  readonly event: string;
  /** `null`: none, so it waits for all. */
  readonly matcher: string | null;
  readonly timeoutSeconds: number;
  readonly onFailure: "deny" | "continue";
  /** Names of the variables that it gets besides. */
  readonly variables: readonly string[];
  /** `file:line:column`. */
  readonly source: string;
  /** Whether it runs: those of a project do once it is trusted. */
  readonly trusted: boolean;
}

export interface ListedHooks {
  /** In the order in which they run. */
  readonly hooks: readonly ListedHook[];
  readonly project: { readonly folder: string; readonly trust: ProjectTrust };
  /** What is wrong with hooks of a project that is not trusted, a sentence each. */
  readonly problems: readonly string[];
}

/** The hooks that count in a folder, and those of its project that would once it is trusted. Throws `ConfigError`. */
export async function listHooks(machine: Machine, cwd: string): Promise<ListedHooks> {
  const effective = await effectiveSettings(machine, cwd);
  const { sections, project } = effective;
  const counting = (await configuredHooks(machine, sections)).map(({ hook }) => listed(hook, true));
  const waiting = await untrustedHooks(effective);
  return {
    hooks: [...waiting.hooks, ...counting],
    project,
    problems: waiting.problems,
  };
}

async function untrustedHooks({
  files,
  project,
}: EffectiveSettings): Promise<Pick<ListedHooks, "hooks" | "problems">> {
  const file = files.find(({ layer }) => layer === "project");
  if (project.trust === "trusted" || !file) return { hooks: [], problems: [] };
  const entry = (await readConfigFile(file.path))?.find(({ key }) => key === "hooks");
  if (!entry) return { hooks: [], problems: [] };
  const placeOf = (path: readonly (string | number)[]) =>
    describeOrigin({ layer: "project", name: file.path, ...entry.placeOf(path) });
  const { hooks, problems } = readHooks(entry.value, placeOf);
  return {
    hooks: hooks.map((hook) => listed(hook, false)),
    problems: problems.map(
      ({ path, field, message, fix }) => `${placeOf(path)}: ${field}: ${message} ${fix}`,
    ),
  };
}

function listed(hook: Hook, trusted: boolean): ListedHook {
  const { event, matcher, timeoutMs, onFailure, variables, origin } = hook;
  return {
    event,
    matcher: matcher.text === "" ? null : matcher.text,
    ...deedOf(hook),
    timeoutSeconds: timeoutMs / 1000,
    onFailure,
    variables,
    source: origin,
    trusted,
  };
}
