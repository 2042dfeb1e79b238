import { inLanes } from "../campaigns/runner/in-lanes.ts";
import type { Packed } from "./pack.ts";
import type { Registry } from "./registry.ts";
import { runIn } from "./run-in.ts";

/**
 * Publishes tarballs two at a time, as the registry would get them from `changeset publish`: tarballs made by pnpm.
 *
 * @returns what went wrong, of the first tarball that did.
 */
export async function publish(
  packed: readonly Packed[],
  { npmrc }: Pick<Registry, "npmrc">,
  cwd: string,
): Promise<string | undefined> {
  const tarballs = packed.flatMap(({ tarball }) => tarball ?? []);
  const problems = await inLanes(tarballs, 2, async (tarball) => {
    const how = ["--userconfig", npmrc, "--no-provenance", "--access=public", "--loglevel=error"];
    const { ok, output } = await runIn({ cwd }, "npm", "publish", tarball, ...how);
    return ok ? undefined : output;
  });
  return problems.find((problem) => problem !== undefined);
}
