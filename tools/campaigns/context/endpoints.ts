import type { EndpointPlan } from "./hold-endpoint.ts";

export interface HardEndpoint {
  readonly name: string;
  /** Requests that may be refused for their length until it is known how it counts. */
  readonly mostOverflows: number;
  readonly plan: Omit<EndpointPlan, "wire" | "turns" | "seed">;
}

/** Endpoints that take less than is said of them, or of which nothing is said. */
export const endpoints: readonly HardEndpoint[] = [
  {
    name: "8k, the catalogue says 200k",
    mostOverflows: 2,
    plan: { window: 8_000, catalogued: 200_000 },
  },
  {
    name: "the same, and refusals do not say so",
    mostOverflows: 4,
    plan: { window: 8_000, catalogued: 200_000, namesWindow: false },
  },
  {
    name: "8k, and no summary ever fits",
    mostOverflows: 4,
    plan: { window: 8_000, catalogued: 200_000, namesWindow: false, refusesSummaries: true },
  },
  {
    name: "16k, nothing is known",
    mostOverflows: 4,
    plan: { window: 16_000, catalogued: undefined, namesWindow: false, usage: "none" },
  },
  {
    name: "16k, and it counts wrong",
    mostOverflows: 4,
    plan: { window: 16_000, catalogued: undefined, namesWindow: false, usage: "wrong" },
  },
];
