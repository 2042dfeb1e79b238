import type { Redact } from "../session/redact-secrets.ts";

const maxLines = 400;
const maxBytes = 32 * 1024;

/**
 * Redacts a tool's preview for the question. Returns `undefined` when it is too long, or when it contains a
 * multi-line secret, which redaction cannot find between the marks of a diff.
 */
export function redactedPreview(preview: string, redact: Redact): { readonly preview: string } | undefined {
  if (Buffer.byteLength(preview) > maxBytes || preview.split("\n").length > maxLines) return undefined;
  const redacted = redact(preview);
  return withoutMarks(redacted) === redact(withoutMarks(preview)) ? { preview: redacted } : undefined;
}

function withoutMarks(diff: string): string {
  return diff.replaceAll(/^[-+ ]/gm, "");
}
