import type { Clock, JsonObject } from "@skein/protocol";
import { jsonIn, objectIn, stringIn } from "@skein/provider-kit";
import { secondsIn } from "./ask-vendor.ts";

/** What a login in a browser gave, as it is kept. */
export interface Grant {
  /** Of this installation: issued by the vendor, or the one of the definition. */
  readonly clientId: string;
  /** A URN that tells this installation from others, for vendors that issue a client id to each. */
  readonly installation: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** End of the access token in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** @returns undefined if the text holds no login. */
export function readGrant(text: string | undefined): Grant | undefined {
  const kept = objectIn(jsonIn(text ?? ""));
  const [clientId, installation, accessToken, refreshToken] = (
    ["clientId", "installation", "accessToken", "refreshToken"] as const
  ).map((name) => stringIn(kept[name])) as [string, string, string, string];
  const endsAt = kept["endsAt"];
  if (clientId === "" || accessToken === "" || typeof endsAt !== "number") return undefined;
  return { clientId, installation, accessToken, refreshToken, endsAt };
}

/** Lifetime of a token without a stated one. */
const usualSeconds = 600;

/** What a vendor's answer grants. Without a new refresh token the one before stays. */
export function grantIn(
  answer: JsonObject,
  before: Pick<Grant, "clientId" | "installation" | "refreshToken">,
  { now }: Pick<Clock, "now">,
): Grant | undefined {
  const accessToken = stringIn(answer["access_token"]);
  if (accessToken === "") return undefined;
  const { clientId, installation } = before;
  return {
    clientId,
    installation,
    accessToken,
    refreshToken: stringIn(answer["refresh_token"]) || before.refreshToken,
    endsAt: now() + secondsIn(answer, "expires_in", usualSeconds) * 1000,
  };
}
