import type { Operations } from "@skein/client";

/** `default`: the vendor's. */
export type EffortChoice = Operations["setEffort"]["input"]["effort"];

export const efforts: readonly EffortChoice[] = ["none", "low", "medium", "high", "max"];
