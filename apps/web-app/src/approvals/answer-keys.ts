/** Keys 1 to 4 answer, and E edits, the first question of the session that is shown, unless one writes. Returns what ends it. */
export function watchAnswerKeys(page: Document): () => void {
  function keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-4e]$/.test(event.key)) return;
    const { target } = event;
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
    const button = page.querySelector<HTMLButtonElement>(
      `.pane-conversation [data-waits] [data-choice="${event.key}"]`,
    );
    if (!button) return;
    event.preventDefault();
    button.click();
  }
  page.addEventListener("keydown", keyDown);
  return () => page.removeEventListener("keydown", keyDown);
}
