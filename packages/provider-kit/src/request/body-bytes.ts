import { sameItems } from "@skein/protocol";

/** The fields that hold the conversation. */
const conversation: ReadonlySet<string> = new Set(["messages", "input", "contents"]);

/**
 * `JSON.stringify` of a body, as UTF-8. The items of its conversation are written once and kept: see
 * `encodeConversation`. The last one is not, since what marks the end of a conversation moves on.
 */
export function bodyBytes(body: object): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let [text, comma] = ["{", ""];
  for (const [name, value] of Object.entries(body)) {
    const head = `${comma}${JSON.stringify(name)}:`;
    if (conversation.has(name) && Array.isArray(value) && value.length > 1) {
      pieces.push(Buffer.from(`${text}${head}[`), itemBytes(value.slice(0, -1)));
      text = `,${JSON.stringify(value.at(-1))}]`;
    } else {
      const json = JSON.stringify(value) as string | undefined;
      if (json === undefined) continue;
      text += head + json;
    }
    comma = ",";
  }
  return Buffer.concat([...pieces, Buffer.from(`${text}}`)]);
}

interface Written {
  readonly items: readonly object[];
  /** Where each item ends in `bytes`. */
  readonly ends: readonly number[];
  /** With room for more behind the last end. */
  readonly bytes: Buffer;
}

/** By the first item: what was written of each conversation. */
const known = new WeakMap<object, Written>();
const nothing: Written = { items: [], ends: [], bytes: Buffer.alloc(0) };

/** Items with commas between them; only those that are new are written. */
function itemBytes(items: readonly object[]): Uint8Array {
  const [first] = items;
  const before = known.get(first!) ?? nothing;
  const same = sameItems(before.items, items);
  const ends = before.ends.slice(0, same);
  const texts = items.slice(same).map((item, at) => (same + at === 0 ? "" : ",") + JSON.stringify(item));
  for (const text of texts) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(text));
  const length = ends.at(-1)!;
  const bytes = withRoom(before.bytes, length);
  bytes.write(texts.join(""), ends[same - 1] ?? 0);
  known.set(first!, { items, ends, bytes });
  return bytes.subarray(0, length);
}

function withRoom(bytes: Buffer, length: number): Buffer {
  if (length <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.ceil(length * 1.5));
  bytes.copy(larger);
  return larger;
}
