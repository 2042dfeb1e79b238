import type { Redact } from "../session/redact-secrets.ts";

const mostLines = 400;
const mostBytes = 32 * 1024;

/**
 * A tool's preview as it goes into the question: without secrets, and complete or not at all. A secret of several lines is
 * not recognised between the marks of a diff: then there is no preview.
 */
export function redactedPreview(preview: string, redact: Redact): { readonly preview: string } | undefined {
  if (Buffer.byteLength(preview) > mostBytes || preview.split("\n").length > mostLines) return undefined;
  const redacted = redact(preview);
  return withoutMarks(redacted) === redact(withoutMarks(preview)) ? { preview: redacted } : undefined;
}

function withoutMarks(diff: string): string {
  return diff.replaceAll(/^[-+ ]/gm, "");
}
