import type { Redactor } from "@skein/protocol";

/** Redacts secrets and leaves all other bytes unchanged. */
export type HttpLogRedactor = Pick<Redactor, "redact" | "stream">;
