/** What a tool does to the world. Said by its author and never believed of strangers: for those it is `unknown`. */
export type Effect = "reads" | "writes" | "runs" | "unknown";

/** Whether a call whose outcome is unknown may simply be made again. */
export type Repeat = "safe" | "once";

export interface Artifact {
  /** Absolute path of a file that holds the whole of what was clipped, or of what was made. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export type ExtensionStatus =
  | { readonly state: "idle" | "starting" | "ready" | "closed" }
  | { readonly state: "failed"; readonly message: string };
