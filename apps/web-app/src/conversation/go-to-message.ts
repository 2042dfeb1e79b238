/** A slice that was not drawn is drawn when it is near: so long that may take, in milliseconds. */
const drawnAfterMs = 150;

/** Scrolls to the message of an entry, also where that part of the conversation is not drawn. */
export function goToMessage(page: Document, seq: number): void {
  const slices = [...page.querySelectorAll<HTMLElement>("[data-first-seq]")];
  slices.findLast(({ dataset }) => Number(dataset["firstSeq"]) <= seq)?.scrollIntoView({ block: "start" });
  const show = () => page.querySelector(`[data-seq="${seq}"]`)?.scrollIntoView({ block: "start" });
  setTimeout(show, drawnAfterMs);
}
