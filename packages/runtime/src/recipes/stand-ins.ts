import type { BuiltinExtension, PlatformExtension } from "@skein/recipes";

/** A built-in extension that stands in for one of Goose's. */
export interface StandIn {
  readonly name: string;
  /** What it does not do. */
  readonly lacks: string;
}

/** Extensions of Goose that another one here can do most of. */
const standIns: Readonly<Record<string, StandIn>> = {
  code_execution: { name: "developer", lacks: "programs that call other tools" },
  computercontroller: { name: "developer", lacks: "web pages, documents and control of the screen" },
  orchestrator: { name: "subagents", lacks: "agents of other sessions" },
};

/** `undefined` when nothing does what the extension does. */
export function standInFor(name: string): StandIn | undefined {
  const key = extensionKey(name);
  return Object.hasOwn(standIns, key) ? standIns[key] : undefined;
}

/**
 * The built-in extensions that stand in for those of a recipe. What a recipe says of an extension itself is not widened by
 * this.
 *
 * @param others - without one of their own here. @param own - names of those that the recipe has itself.
 */
export function standInsOf(
  others: readonly (BuiltinExtension | PlatformExtension)[],
  own: readonly string[],
): readonly string[] {
  const found = others.flatMap(({ name }) => standInFor(name)?.name ?? []);
  return [...new Set(found)].filter((name) => !own.includes(name));
}

/** As Goose compares names of its extensions. */
export function extensionKey(name: string): string {
  return name.toLowerCase().replaceAll(/\s/g, "");
}
