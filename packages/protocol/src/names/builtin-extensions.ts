/** A row of the table of built-in extensions. */
interface BuiltinExtensionFacts {
  /**
   * `default`: every agent with the user's profile has it. `request`: an agent has it that asks for it by name.
   * `internal`: Skein adds it itself, and no one asks for it by name.
   */
  readonly on: "default" | "request" | "internal";
  /** Whether its calls concern the conversation only: no active skill restricts them. */
  readonly isConversational?: true;
}

/** The extensions that come with Skein, by name. Every other list of their names follows from this table. */
const builtinExtensions = {
  developer: { on: "default" },
  todo: { on: "default", isConversational: true },
  skills: { on: "default", isConversational: true },
  subagents: { on: "default" },
  recall: { on: "default", isConversational: true },
  analyze: { on: "request" },
  schedules: { on: "request" },
  memory: { on: "request" },
  chatrecall: { on: "request" },
  ask_user: { on: "request", isConversational: true },
  summarize: { on: "request" },
  web: { on: "request" },
  plan: { on: "internal", isConversational: true },
  extensions: { on: "internal" },
  "tool-search": { on: "internal" },
} as const satisfies Readonly<Record<string, BuiltinExtensionFacts>>;

type Table = typeof builtinExtensions;

/** Name of a built-in extension. */
export type BuiltinExtensionName = keyof Table;

/** A built-in extension that can be asked for by name. */
export type NamedBuiltin = {
  [Name in BuiltinExtensionName]: Table[Name]["on"] extends "internal" ? never : Name;
}[BuiltinExtensionName];

const rows = Object.entries<BuiltinExtensionFacts>(builtinExtensions);

function namesWhere(isMeant: (facts: BuiltinExtensionFacts) => boolean): readonly string[] {
  return rows.filter(([, facts]) => isMeant(facts)).map(([name]) => name);
}

/** The built-in extensions that can be asked for by name, those of every profile first. No server in a config file may have one of these names. */
export const builtinNames = namesWhere(({ on }) => on !== "internal") as readonly NamedBuiltin[];

/** The built-in extensions of every agent with the user's profile. */
export const defaultBuiltins = namesWhere(({ on }) => on === "default") as readonly NamedBuiltin[];

/**
 * Names that no server gets, even in an agent without the built-in extension: permissions, skills and the sandbox
 * decide by them.
 */
export const protectedExtensionNames: readonly string[] = namesWhere(
  (facts) => facts.on !== "request" || facts.isConversational === true,
);

/** Returns true if an extension's calls concern the conversation only. */
export function isConversational(extension: string): boolean {
  const facts: BuiltinExtensionFacts | undefined = Object.hasOwn(builtinExtensions, extension)
    ? builtinExtensions[extension as BuiltinExtensionName]
    : undefined;
  return facts?.isConversational ?? false;
}

/** Returns true if a built-in extension that can be asked for has this name. */
export function isNamedBuiltin(name: string): name is NamedBuiltin {
  return (builtinNames as readonly string[]).includes(name);
}
