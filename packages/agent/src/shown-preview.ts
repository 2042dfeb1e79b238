import type { Hide } from "./hide-secrets.ts";

const mostLines = 400;
const mostBytes = 32 * 1024;

/**
 * A tool's preview as it goes into the question: without secrets, and complete or not at all. A secret of several lines is
 * not recognised between the marks of a diff: then there is no preview.
 */
export function shownPreview(preview: string, hide: Hide): { readonly preview: string } | undefined {
  if (Buffer.byteLength(preview) > mostBytes || preview.split("\n").length > mostLines) return undefined;
  const hidden = hide(preview);
  return withoutMarks(hidden) === hide(withoutMarks(preview)) ? { preview: hidden } : undefined;
}

function withoutMarks(diff: string): string {
  return diff.replaceAll(/^[-+ ]/gm, "");
}
