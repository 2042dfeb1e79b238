import { defineExtension } from "@skein/extension-kit";
import { ConfigError, type Extension } from "@skein/protocol";
import { controlTool } from "./control-tool.ts";
import type { SubagentsOptions } from "./options.ts";
import { extensionInstructions, sorted } from "./prompts.ts";
import { createRegistry } from "./registry.ts";
import { defaultMaxTurns } from "./plan-child.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";
import { subagentTool } from "./subagent-tool.ts";

const defaultLimits = {
  maxParallel: 8,
  maxInAll: Infinity,
  depth: 0,
  maxDepth: 2,
  maxTurns: defaultMaxTurns,
  mostTurns: 200,
};

/**
 * Subagents as tools: `subagent` starts one, `subagent_control` manages those in the background. One extension
 * belongs to one agent; at `maxDepth` it has no tools. Closing it ends the remaining children.
 *
 * @throws ConfigError `usage` for invalid limits, and for two agents or subrecipes with the same name.
 */
export function subagents(given: SubagentsOptions): Extension {
  const limits = { ...defaultLimits, ...given.limits };
  checkLimits(limits);
  const agents = sorted(given.agents ?? [], ({ name }) => name);
  const subrecipes = sorted(given.subrecipes ?? [], ({ name }) => name);
  checkNames("agents", agents);
  checkNames("subrecipes", subrecipes);
  const description = "Other runs of an agent, for work that can be done apart or side by side.";
  if (limits.depth >= limits.maxDepth) return defineExtension({ name: "subagents", description, tools: [] });

  const { open, now = Date.now, ids = () => crypto.randomUUID() } = given;
  const registry = createRegistry();
  const turns = new Map<string, Semaphore>();
  const turnOf = (subrecipe: string): Semaphore => {
    const turn = turns.get(subrecipe) ?? createSemaphore(1);
    turns.set(subrecipe, turn);
    return turn;
  };
  const own = { count: 0 };
  const living = new Set<Promise<unknown>>();
  const tools = [
    subagentTool({
      takePlace: () => takePlace(given.started ?? own, limits.maxInAll),
      options: { ...given, limits, agents, subrecipes },
      nursery: { open, registry, slots: createSemaphore(limits.maxParallel), turnOf, now },
      mostTurns: limits.mostTurns,
      newSession: ids,
      keep(child) {
        const kept = child.finally(() => living.delete(kept));
        living.add(kept);
      },
    }),
    controlTool({ registry, now }),
  ];
  return defineExtension({
    name: "subagents",
    description,
    instructions: extensionInstructions({ agents, subrecipes, ...limits }),
    tools,
    async close() {
      for (const child of registry.live()) child.cancel("The agent that had started it was closed.");
      await Promise.allSettled(living);
    },
  });
}

/** @returns whether another one may start; then it is counted. */
function takePlace(started: { count: number }, most: number): boolean {
  if (started.count >= most) return false;
  started.count += 1;
  return true;
}

function checkLimits(limits: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(limits)) {
    const least = ["depth", "maxDepth", "maxInAll"].includes(name) ? 0 : 1;
    const isEndless = value === Infinity && name !== "maxTimeMs";
    if (value >= least && (Number.isInteger(value) || isEndless)) continue;
    throw new ConfigError("usage", `The limit ${name} of subagents is ${value}.`, {
      hint: `Use a whole number, ${least} or more.`,
    });
  }
}

function checkNames(kind: string, items: readonly { readonly name: string }[]): void {
  const twice = items.find(({ name }, at) => items[at + 1]?.name === name);
  if (!twice) return;
  throw new ConfigError("usage", `Two ${kind} of subagents are named "${twice.name}".`, {
    hint: "Rename one of them, or leave it out.",
  });
}
