/** What a tool does, as declared by its author. Declarations of untrusted tools are ignored; theirs is `unknown`. */
export const effects = ["reads", "writes", "runs", "unknown"] as const;

export type Effect = (typeof effects)[number];

/** Whether a call with an unknown outcome may be repeated. */
export type Repeat = "safe" | "once";

/** A page that shows a tool's result, as MCP Apps has it: a face that can, reads the resource and shows it. */
export interface ResultApp {
  /** Whose resource it is. */
  readonly extension: string;
  /** `ui://…` */
  readonly uri: string;
}

export interface Artifact {
  /** Absolute path of a file that holds the full text of a clipped result, or a file that the call made. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** Those of an extension without a fault. */
export const soundStates = ["configured", "cached", "starting", "ready", "stopped"] as const;

/**
 * `configured`: not started yet. `cached`: its tools are known from an earlier start, and the first call starts it.
 * `degraded`: it does not work, for the reason in `message`; the next use tries again. `stopped`: closed for good.
 */
export type ExtensionStatus =
  | { readonly state: (typeof soundStates)[number] }
  | { readonly state: "degraded"; readonly message: string };
