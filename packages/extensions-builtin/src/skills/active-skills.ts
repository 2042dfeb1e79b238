import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/** A skill, or a command of the user, that narrows what may run. */
export interface ActiveSkill {
  readonly name: string;
  /** For people and the model: `skill notes`, `command /fix`. */
  readonly what: string;
  /** Permission rules: a call that none of them covers is denied. */
  readonly tools: readonly string[];
}

/** The skills whose `allowed-tools` hold now: from their loading to the end of the run, also across a crash. */
export interface ActiveSkills {
  list(this: void): readonly ActiveSkill[];
  add(active: ActiveSkill): void;
  /** As the session has kept them. Ignored once this process knows better. */
  restore(state: JsonValue | undefined): void;
  /** A new run begins. */
  clear(): void;
  /** For the session. */
  state(): JsonObject;
}

export function activeSkills(): ActiveSkills {
  let known: readonly ActiveSkill[] | undefined;
  const list = () => known ?? [];
  return {
    list,
    add: (skill) => void (known = [...list().filter(({ name }) => name !== skill.name), skill]),
    restore: (state) => void (known ??= skillsIn(state)),
    clear: () => void (known = []),
    state: () => ({ active: list().map(({ tools, ...named }) => ({ ...named, tools: [...tools] })) }),
  };
}

function skillsIn(state: JsonValue | undefined): readonly ActiveSkill[] {
  const kept = state !== undefined && isJsonObject(state) ? state["active"] : undefined;
  return Array.isArray(kept) ? (kept as readonly JsonValue[]).flatMap(skillIn) : [];
}

function skillIn(value: JsonValue): readonly ActiveSkill[] {
  if (!isJsonObject(value)) return [];
  const { name, what, tools } = value;
  const isKept =
    typeof name === "string" && Array.isArray(tools) && tools.every((tool) => typeof tool === "string");
  // Older sessions have skills alone, and no words for them.
  return isKept ? [{ name, what: typeof what === "string" ? what : `skill ${name}`, tools }] : [];
}
