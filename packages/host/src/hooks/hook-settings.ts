import type { AgentSettings } from "@skein/runtime";
import type { Hook } from "@skein/hooks";
import { lookUpReference, type ReferenceSources } from "../settings/look-up-reference.ts";
import type { EffectiveSettings } from "../settings/effective-settings.ts";
import { loadConfiguredHooks } from "../later.ts";

/**
 * The hooks of a session, with the values of the variables that they name. Loaded only where there are hooks. Throws
 * `ConfigError`.
 */
export async function hookSettings(
  given: ReferenceSources,
  { sections, project }: Pick<EffectiveSettings, "sections" | "project">,
): Promise<AgentSettings["hooks"]> {
  if (!sections.some(({ key }) => key === "hooks" || key === "hookFiles")) return undefined;
  const { configuredHooks } = await loadConfiguredHooks();
  const found = await configuredHooks(given.machine, sections);
  const values = new Map<Hook, ReadonlyMap<string, string>>();
  for (const { hook, isOfProject } of found) {
    const known = new Map<string, string>();
    for (const name of hook.variables) {
      const value = await lookUpReference(given, name, { what: "a hook", place: hook.origin, isOfProject });
      if (value !== undefined) known.set(name, value);
    }
    values.set(hook, known);
  }
  return {
    hooks: found.map(({ hook }) => hook),
    variable: (name, hook) => values.get(hook)?.get(name),
    project: project.folder,
  };
}
