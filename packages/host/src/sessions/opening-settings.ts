import { readOnly, type AgentSettings } from "@skein/runtime";
import type { UserChoices } from "@skein/runtime/recipes";
import type { OpenedRecipe } from "../recipes/open-recipe.ts";
import { sessionSettings, type SessionSources, type SessionWishes } from "./session-settings.ts";
import { loadNamedSlot, loadWithLogin } from "../later.ts";

export interface OpeningWishes extends SessionWishes {
  /** Id of the schedule that the session is a slot of. */
  readonly schedule?: string | undefined;
  /** Whose work the session is; see `Host.openRecipe`. */
  readonly recipe?: OpenedRecipe | undefined;
  /** `recipe` is the one that the session began with. Default false. */
  readonly isOwnRecipe?: boolean;
  /** A person stays in the conversation with the recipe. Default false. */
  readonly interactive?: boolean;
}

/** The settings of a session, with what its schedule and its recipe say. Throws `ConfigError` and `ExtensionError`. */
export async function openingSettings(
  sources: SessionSources,
  wishes: OpeningWishes,
): Promise<AgentSettings> {
  const { schedule, recipe, isOwnRecipe = false, interactive = false, last } = wishes;
  const own = await sessionSettings(sources, wishes);
  const base = schedule === undefined ? own : await slotOf(sources, own, schedule);
  const said = saidIn(wishes, base);
  // The model that a session was talked with last wins over that of its own recipe.
  const kept = isOwnRecipe && last?.model !== undefined ? { provider: base.provider, model: base.model } : {};
  const open = recipe ? await recipe.agent(base, { said: { ...said, ...kept }, interactive }) : base;
  const settings = wishes.readOnly ? readOnly(open) : open;
  return { ...settings, ...(await loginsOf(settings, sources)) };
}

/** Loaded for those who have servers. */
async function loginsOf(
  { servers = [], optionalServers = [] }: AgentSettings,
  sources: SessionSources,
): Promise<Pick<AgentSettings, "servers" | "optionalServers">> {
  if (servers.length + optionalServers.length === 0) return {};
  const { withLogin } = await loadWithLogin();
  return {
    servers: servers.map((server) => withLogin(server, sources)),
    optionalServers: optionalServers.map((server) => withLogin(server, sources)),
  };
}

/** Loaded for those who have schedules. */
async function slotOf({ machine }: SessionSources, base: AgentSettings, id: string): Promise<AgentSettings> {
  const { namedSlot } = await loadNamedSlot();
  return namedSlot(machine, base, id);
}

/** Overrides win over the recipe, and the recipe over all that is set elsewhere. @param base - has them as they are read. */
function saidIn({ overrides = {}, builtins }: SessionWishes, base: AgentSettings): UserChoices {
  const { provider, model, temperature, maxTurns } = overrides;
  return {
    provider: provider === undefined ? undefined : base.provider,
    model: model === undefined ? undefined : base.model,
    temperature: temperature === undefined ? undefined : base.options?.temperature,
    maxTurns: maxTurns === undefined ? undefined : base.limits?.maxTurns,
    builtins,
  };
}
