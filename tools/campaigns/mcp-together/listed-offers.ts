import { mcp } from "../../../packages/extensions/src/index.ts";
import { programOf } from "./install-servers.ts";
import type { RunPlan } from "./show-run.ts";

export interface ListedOffer {
  readonly tools: number;
  readonly prompts: number;
  /** Templates included. */
  readonly resources: number;
  /** A prompt that was filled; `undefined`: it has none without required arguments. */
  readonly filled: string | undefined;
  /** A resource that was read; `undefined`: it has none. */
  readonly read: string | undefined;
  /** Milliseconds until its tools were listed. */
  readonly readyMs: number;
}

/** What each server offers, by its name; all are started together. */
export async function listedOffers({
  servers,
  bench,
  cache,
}: Pick<RunPlan, "servers" | "bench" | "cache">): Promise<ReadonlyMap<string, ListedOffer>> {
  const startedAt = performance.now();
  const entries = servers.map(async (server) => {
    const extension = mcp({
      name: server.name,
      command: process.execPath,
      args: [programOf(cache, server), ...server.args(bench)],
      env: server.env?.(bench) ?? {},
      cwd: bench.folder,
    });
    try {
      const tools = await extension.tools();
      const readyMs = performance.now() - startedAt;
      const prompts = (await extension.prompts?.list()) ?? [];
      const resources = (await extension.resources?.list()) ?? [];
      const templates = (await extension.resources?.templates?.()) ?? [];
      const prompt = prompts.find((one) => !one.arguments?.some(({ isRequired }) => isRequired));
      const [resource] = resources;
      const offer = {
        tools: tools.length,
        prompts: prompts.length,
        resources: resources.length + templates.length,
        filled: prompt && (await extension.prompts?.get(prompt.name, {})) ? prompt.name : undefined,
        read: resource && (await extension.resources?.read(resource.uri)) ? resource.uri : undefined,
        readyMs,
      };
      return [server.name, offer] as const;
    } finally {
      await extension.close();
    }
  });
  return new Map(await Promise.all(entries));
}
