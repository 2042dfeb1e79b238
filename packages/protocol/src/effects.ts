/** What a tool does, as declared by its author. Declarations of untrusted tools are ignored; theirs is `unknown`. */
export type Effect = "reads" | "writes" | "runs" | "unknown";

/** Whether a call with an unknown outcome may be repeated. */
export type Repeat = "safe" | "once";

export interface Artifact {
  /** Absolute path of a file that holds the full text of a clipped result, or a file that the call made. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export type ExtensionStatus =
  | { readonly state: "idle" | "starting" | "ready" | "closed" }
  | { readonly state: "failed"; readonly message: string };
