import { ConfigError } from "@skein/protocol";
import type { MissingTier, Sandbox } from "@skein/sandbox";

/** What can have commands end together with this process here. It is tried, which takes some 10 ms. */
export async function crashTier(): Promise<Sandbox | MissingTier> {
  const { probe } = await import("@skein/sandbox");
  return probe();
}

/** @throws ConfigError when nothing here can: what is promised about protection must be true. */
export async function requireCrashStop(): Promise<(argv: readonly string[]) => readonly string[]> {
  const sandbox = await crashTier();
  if (sandbox.tier !== "none") return (argv) => sandbox.wrap({ argv });
  throw new ConfigError("usage", `Commands cannot be stopped when Skein is killed. ${sandbox.reason}`, {
    hint: `${sandbox.hint} Or leave onCrash at continue: a command then goes on to its end or its deadline.`,
  });
}
