import { ConfigError } from "@skein/protocol";
import type { CallUse, RunQueue, ShareUse } from "@skein/queue-postgres";

/** For the calls of a provider or model, or for the spending of a share: one of them. */
export interface LimitWish {
  /** `PROVIDER` or `PROVIDER/MODEL`. */
  readonly calls?: string;
  readonly share?: string;
  /** In a minute. */
  readonly requests?: number;
  /** In a minute; of a share in a day. */
  readonly tokens?: number;
  readonly atOnce?: number;
  /** US dollars. */
  readonly dayUsd?: number;
  readonly monthUsd?: number;
  /** Without any limit from now on. */
  readonly isOff?: boolean;
}

export interface LimitsInUse {
  readonly calls: readonly CallUse[];
  readonly shares: readonly ShareUse[];
}

/** Sets the limits of one name, in place of those it had, unless none is named. Throws `ConfigError`. */
export async function changeLimits(
  { limits }: Pick<RunQueue, "limits">,
  wish: LimitWish,
): Promise<LimitsInUse> {
  const { calls, share, requests, tokens, atOnce, dayUsd, monthUsd, isOff = false } = wish;
  const numbers = { requests, tokens, atOnce, dayUsd, monthUsd };
  const isSet = Object.values(numbers).some((value) => value !== undefined);
  if (calls !== undefined && share !== undefined)
    throw refused("Limits are of calls or of a share, not of both.");
  if (calls === undefined && share === undefined) {
    if (isSet || isOff) throw refused("Whose limits are they?");
    return limits.list();
  }
  if (isSet === isOff) throw refused("What may it take? Give numbers, or switch its limits off.");
  if (calls !== undefined) {
    if (dayUsd !== undefined || monthUsd !== undefined)
      throw refused("Days and months are limits of a share, not of a model.");
    await limits.setCalls({ name: calls, requests, tokens, atOnce });
  } else if (share !== undefined) {
    if (requests !== undefined || atOnce !== undefined)
      throw refused("Requests are limited for a model, not for a share.");
    await limits.setShare({ share, period: "day", usd: dayUsd, tokens });
    await limits.setShare({ share, period: "month", usd: monthUsd });
  }
  return limits.list();
}

function refused(message: string): ConfigError {
  return new ConfigError("usage", message, {
    hint: "Name a provider or a model as PROVIDER/MODEL for its calls in a minute, or a share for what it spends.",
  });
}
