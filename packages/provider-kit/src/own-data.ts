import { isJsonObject } from "@skein/protocol";
import type { JsonObject, Sidecar } from "@skein/protocol";
import { modelFamily } from "./request/model-family.ts";

/** The provider and model that wrote a sidecar and get it back. */
export interface Owner {
  /** The provider's id. */
  readonly provider: string;
  /** The requested model id. */
  readonly model: string;
}

/** Whether this provider wrote it with this model; an alias and its dated snapshots count as one model. */
export function isOwn(sidecar: Sidecar, { provider, model }: Owner): boolean {
  return sidecar.provider === provider && modelFamily(sidecar.model) === modelFamily(model);
}

/** The sidecar's data for its owner; `undefined` for another owner, or without an object. */
export function ownData(sidecar: Sidecar | undefined, owner: Owner): JsonObject | undefined {
  return sidecar && isOwn(sidecar, owner) && isJsonObject(sidecar.data) ? sidecar.data : undefined;
}
