/**
 * Effects of tools on the world, as declared by their authors. Permission modes
 * decide by it.
 *
 * - `reads`: changes nothing.
 * - `writes`: changes files.
 * - `runs`: runs a program, whose effect depends on the input.
 * - `unknown`: anything is possible. Skein ignores what an untrusted tool
 *   declares, and uses this.
 */
export const effects = ["reads", "writes", "runs", "unknown"] as const;

/** One of `effects`. */
export type Effect = (typeof effects)[number];

/**
 * Behavior of a call whose outcome is unknown after a crash. `safe`: it is
 * repeated. `once`: it is not, and the model reads that the outcome is unknown.
 */
export type Repeat = "safe" | "once";

/**
 * Page that shows a tool's result (MCP Apps). A user interface that supports it
 * reads the resource and renders it; all others show the text.
 *
 * Source: MCP extension `io.modelcontextprotocol/ui`.
 */
export interface ResultApp {
  /** Name of the extension whose resource it is. */
  readonly extension: string;
  /** Address of the resource, with the scheme `ui:`. */
  readonly uri: string;
}

/** File that belongs to a tool result. */
export interface Artifact {
  /**
   * Absolute path of a file that contains the full text of a clipped result, or
   * of a file that the call created.
   */
  readonly path: string;
  /** Media type, such as `text/plain`. */
  readonly mediaType: string;
  /** Size in bytes. */
  readonly bytes: number;
}

/** States of an extension without a fault: all but `degraded`. */
export const soundStates = ["configured", "cached", "starting", "ready", "stopped"] as const;

/**
 * State of an extension, for people.
 *
 * - `configured`: not started yet.
 * - `cached`: its tools are known from an earlier start, and the first call
 *   starts it.
 * - `starting`: its server is not ready yet.
 * - `ready`: calls reach it.
 * - `degraded`: it does not work. The next use tries again.
 * - `stopped`: closed for good.
 */
export type ExtensionStatus =
  | {
      /** State that needs no explanation. */
      readonly state: (typeof soundStates)[number];
    }
  | {
      readonly state: "degraded";
      /** Reason why the extension does not work, as a sentence. */
      readonly message: string;
    };
