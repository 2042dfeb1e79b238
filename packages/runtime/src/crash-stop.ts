import { ConfigError } from "@skein/protocol";
import type { MissingTier, Sandbox } from "@skein/sandbox";
import { loadSandbox } from "./later.ts";

/** Finds out by a trial, in about 10 ms, whether commands can be killed together with this process. */
export async function crashTier(): Promise<Sandbox | MissingTier> {
  const { probe } = await loadSandbox();
  return probe();
}

/** @throws ConfigError when the system does not support it: a promised protection must hold. */
export async function requireCrashStop(): Promise<(argv: readonly string[]) => readonly string[]> {
  const sandbox = await crashTier();
  if (sandbox.tier !== "none") return (argv) => sandbox.wrap({ argv });
  throw new ConfigError("usage", `Commands cannot be stopped when Skein is killed. ${sandbox.reason}`, {
    hint: `${sandbox.hint} Or leave onCrash at continue: commands then run to their end or deadline.`,
  });
}
