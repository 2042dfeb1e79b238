/** What a tool does, as declared by its author. Declarations of untrusted tools are ignored; theirs is `unknown`. */
export type Effect = "reads" | "writes" | "runs" | "unknown";

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

/**
 * `configured`: not started yet. `cached`: its tools are known from an earlier start, and the first call starts it.
 * `degraded`: it does not work, for the reason in `message`; the next use tries again. `stopped`: closed for good.
 */
export type ExtensionStatus =
  | { readonly state: "configured" | "cached" | "starting" | "ready" | "stopped" }
  | { readonly state: "degraded"; readonly message: string };
