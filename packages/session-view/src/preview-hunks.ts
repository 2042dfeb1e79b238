/** A place that a change touches, with the lines around it, before and after. */
export interface PreviewHunk {
  readonly oldText: string;
  readonly newText: string;
}

/** @param preview - what a call would change: see the `preview` of a question. */
export function previewHunks(preview: string): readonly PreviewHunk[] {
  return preview
    .split(/^@@ line \d+ @@\n?/m)
    .filter((hunk) => hunk !== "")
    .map((hunk) => {
      const lines = hunk.replace(/\n$/, "").split("\n");
      const without = (mark: string) =>
        lines.flatMap((line) => (line.startsWith(mark) ? [] : [line.slice(1)])).join("\n");
      return { oldText: without("+"), newText: without("-") };
    });
}
