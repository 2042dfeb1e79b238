import { endpointOf } from "../src/address.ts";
import type { Target } from "../src/dialect.ts";
import type { Concession } from "../src/request/concessions.ts";

export interface TargetWish {
  readonly baseUrl?: string;
  readonly conceded?: readonly Concession[];
}

export function targetOf(model: string, { baseUrl, conceded = [] }: TargetWish = {}): Target {
  return {
    owner: { provider: "openai", model },
    endpoint: endpointOf({ baseUrl, env: {} }),
    conceded: new Set(conceded),
  };
}
