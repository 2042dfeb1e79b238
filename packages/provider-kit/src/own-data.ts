import { isJsonObject } from "@skein/protocol";
import type { JsonObject, Sidecar } from "@skein/protocol";

/** Who wrote a sidecar, and so gets it back. */
export interface Owner {
  /** The provider's id. */
  readonly provider: string;
  /** The model's id as it was asked for. */
  readonly model: string;
}

/** What a sidecar holds for its owner; `undefined` when it is another's, or holds no object. */
export function ownData(sidecar: Sidecar | undefined, { provider, model }: Owner): JsonObject | undefined {
  const isOwn = sidecar?.provider === provider && sidecar.model === model;
  return isOwn && isJsonObject(sidecar.data) ? sidecar.data : undefined;
}
