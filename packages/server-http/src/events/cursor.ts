/** Where a reader of events is: behind a journal entry, and in what has streamed since. */
export interface EventCursor {
  readonly seq: number;
  /** The place of the last event, and the order that it is a place in. */
  readonly place?: { readonly order: string; readonly at: number };
}

export function writeCursor({ seq, place }: EventCursor): string {
  return place ? `${seq}-${place.order}.${place.at}` : `${seq}`;
}

/** @returns `undefined` for a text that no cursor is written as. */
export function readCursor(text: string): EventCursor | undefined {
  const [all, seq, order, at] = /^(\d{1,15})(?:-([\w]{1,32})\.(\d{1,15}))?$/.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (order === undefined) return { seq: Number(seq) };
  return { seq: Number(seq), place: { order, at: Number(at) } };
}
