import type { Packed } from "./pack.ts";
import type { Registry } from "./registry.ts";
import { runIn } from "./run-in.ts";

/**
 * Publishes tarballs two at a time, as the registry would get them from `changeset publish`: tarballs made by pnpm.
 *
 * @returns what went wrong first.
 */
export async function publish(
  packed: readonly Packed[],
  { npmrc }: Pick<Registry, "npmrc">,
  cwd: string,
): Promise<string | undefined> {
  const waiting = packed.flatMap(({ tarball }) => tarball ?? []);
  const problems: string[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const how = ["--userconfig", npmrc, "--no-provenance", "--access=public", "--loglevel=error"];
      const { ok, output } = await runIn({ cwd }, "npm", "publish", next, ...how);
      if (!ok) problems.push(output);
    }
  };
  await Promise.all([lane(), lane()]);
  return problems[0];
}
