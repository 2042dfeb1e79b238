import type { Machine } from "@skein/host";
import type { ProviderRegistry } from "@skein/host/providers";
import { providerWith } from "./try-provider.ts";

/** A program on this machine that has models. */
export interface RunningServer {
  /** Of its provider. */
  readonly id: string;
  /** As its makers call it. */
  readonly name: string;
  /** Ids of its models, in its order; at least one. */
  readonly models: readonly string[];
}

/** For an answer of a program on the same machine, in milliseconds. */
const askMs = 1_000;

/** Asks at the usual addresses of servers that people start on their own machine, all at once; who is silent is not there. */
export async function runningServers(
  machine: Machine,
  providers: ProviderRegistry,
): Promise<readonly RunningServer[]> {
  const asked = Object.entries(providers.known).map(async ([id, { localServer }]) => {
    if (!localServer) return [];
    const provider = await providerWith(machine, providers, { id });
    const models = await provider.models(AbortSignal.timeout(askMs));
    return models.length === 0 ? [] : [{ id, name: localServer.name, models: models.map((one) => one.id) }];
  });
  return (await Promise.allSettled(asked)).flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}
