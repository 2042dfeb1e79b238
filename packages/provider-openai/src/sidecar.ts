import type { JsonObject, Sidecar } from "@skein/protocol";
import { ownData as dataOf } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import type { OpenAIApi } from "./names.ts";

/** The two interfaces do not understand each other's bytes, so each sidecar names the one it came through. */
export function sidecarOf(owner: Owner, api: OpenAIApi, data: JsonObject): Sidecar {
  return { provider: owner.provider, model: owner.model, data: { api, ...data } };
}

/** What a sidecar holds for this provider, model and interface; `undefined` when it is another's. */
export function ownData(sidecar: Sidecar | undefined, owner: Owner, api: OpenAIApi): JsonObject | undefined {
  const { api: wroteBy, ...data } = dataOf(sidecar, owner) ?? {};
  return wroteBy === api ? data : undefined;
}
