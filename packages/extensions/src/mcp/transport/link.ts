import type { Transport } from "@modelcontextprotocol/client";
import { waits } from "../limits.ts";
import type { McpSettings } from "../settings.ts";

/** A transport to a server, before any message. */
export interface Link {
  readonly transport: Transport;
  /** Skips the check for newer revisions. */
  readonly isOld: boolean;
  /** Milliseconds in which repeated notifications of changed tools count once. */
  readonly changesWithinMs: number;
  /** The transport ended by itself. */
  hasEnded(): boolean;
  /** How it ended and the server's last output, as the end of a sentence. */
  describeEnd(): string;
  lastWords(): string | undefined;
  close(): Promise<void>;
}

/** Of a link without a process: it ends only when it is closed. */
export const quiet = {
  hasEnded: () => false,
  describeEnd: () => "the connection was closed",
  lastWords: () => undefined,
} as const;

/** A user who is asked about new tools is asked with the call that added them. */
export function changesWithinMs({ newTools }: Pick<McpSettings, "newTools">): number {
  return newTools === "ask" ? 0 : waits.changes;
}
