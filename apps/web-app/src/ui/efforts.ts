import type { Operations } from "@skein/client";

/** `default`: the vendor's. */
export type EffortChoice = Operations["setEffort"]["input"]["effort"];
