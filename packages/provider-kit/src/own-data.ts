import { isJsonObject } from "@skein/protocol";
import type { JsonObject, Sidecar } from "@skein/protocol";
import { modelFamily } from "./request/model-family.ts";

/** Who wrote a sidecar, and so gets it back. */
export interface Owner {
  /** The provider's id. */
  readonly provider: string;
  /** The model's id as it was asked for. */
  readonly model: string;
}

/** Whether this provider wrote it, with this model or another state of it: an alias and its dated snapshots are one. */
export function isOwn(sidecar: Sidecar, { provider, model }: Owner): boolean {
  return sidecar.provider === provider && modelFamily(sidecar.model) === modelFamily(model);
}

/** What a sidecar holds for its owner; `undefined` when it is another's, or holds no object. */
export function ownData(sidecar: Sidecar | undefined, owner: Owner): JsonObject | undefined {
  return sidecar && isOwn(sidecar, owner) && isJsonObject(sidecar.data) ? sidecar.data : undefined;
}
