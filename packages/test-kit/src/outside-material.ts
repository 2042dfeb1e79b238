import { join } from "node:path";
import type { Material } from "@skein/provider-conformance/cases";
import { deviations } from "./deviations.ts";
import { outsidePath } from "./outside-fixtures.ts";

/**
 * What the conformance suite reads beyond its own streams, from the folder that recordings of others are in.
 *
 * @param folder - default: the usual one.
 */
export function outsideMaterial(folder: string = outsidePath("")): Material {
  return {
    exchanges: join(folder, "provider-streams"),
    hostile: join(folder, "torture/stream-deltas.json"),
    tools: join(folder, "mcp-tools"),
    deviations,
  };
}
