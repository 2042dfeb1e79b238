// Ownership of sidecars. Vendors sign reasoning and reject the signatures of
// others, so a conversation that changes its model must not carry them over.
// After a switch back to the first model they are sent again.
import { isJsonObject } from "@skein/protocol";
import type { JsonObject, Sidecar } from "@skein/protocol";
import { modelFamily } from "./request/model-family.ts";

/** Provider and model that wrote a sidecar and get it back. */
export interface Owner {
  /** Id of the provider. */
  readonly provider: string;
  /** Requested model id, not the one that the vendor reports. */
  readonly model: string;
}

/**
 * Returns true if this provider wrote the sidecar with this model. An alias and
 * its dated snapshots count as one model.
 */
export function isOwn(sidecar: Sidecar, { provider, model }: Owner): boolean {
  return sidecar.provider === provider && modelFamily(sidecar.model) === modelFamily(model);
}

/**
 * Reads the data of a sidecar. Call it for every part that is sent.
 *
 * @returns undefined for another owner, and for data that is not an object.
 *
 * @example
 * ```ts
 * const sidecar = { provider: "example", model: "m-20260101", data: { id: "rs_1" } };
 * ownData(sidecar, { provider: "example", model: "m" }); // { id: "rs_1" }
 * ownData(sidecar, { provider: "other", model: "m" }); // undefined
 * ```
 */
export function ownData(sidecar: Sidecar | undefined, owner: Owner): JsonObject | undefined {
  return sidecar && isOwn(sidecar, owner) && isJsonObject(sidecar.data) ? sidecar.data : undefined;
}
