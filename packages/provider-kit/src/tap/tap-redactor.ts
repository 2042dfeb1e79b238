import type { Redactor } from "@skein/protocol";

/** Replaces secrets by something else; bytes that belong to none stay as they are. */
export type TapRedactor = Pick<Redactor, "redact" | "stream">;
