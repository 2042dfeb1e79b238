import { sameItems, type JsonObject, type JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { bodyText, type PiecedBody, type RequestBody } from "../transport/send.ts";

/** The fields that hold the conversation. */
const conversation: ReadonlySet<string> = new Set(["messages", "input", "contents"]);

/**
 * `JSON.stringify` of a body, as UTF-8. The items of its conversation are written once and kept: see
 * `encodeConversation`. The last one is not, since what marks the end of a conversation moves on.
 */
export function bodyBytes(body: object): PiecedBody {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
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
  const written = { pieces: [...pieces, Buffer.from(`${text}}`)] };
  bodies.set(written, body as JsonObject);
  return written;
}

const bodies = new WeakMap<object, JsonObject>();

/** What a body says: the very object that its bytes were made of, so that its items keep their identity; or else parsed. */
export function bodyJson(body: RequestBody): JsonValue | undefined {
  // A text is no key of the map, which then has no value.
  return bodies.get(body as object) ?? jsonIn(bodyText(body));
}

interface Written {
  readonly items: readonly object[];
  /** Where each item ends in `bytes`. */
  readonly ends: readonly number[];
  /** With room for more behind the last end. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** What was written of each conversation, by its second item: conversations may share a first one, the system prompt. */
const known = new WeakMap<object, Written>();
const nothing: Written = { items: [], ends: [], bytes: Buffer.alloc(0) };

/**
 * Items with commas between them; only those that are new are written. What was given out never changes, since it may not be sent yet:
 * where a conversation goes on differently, it is written from scratch.
 */
function itemBytes(items: readonly object[]): Uint8Array<ArrayBuffer> {
  const key = items[1] ?? items[0]!;
  const before = known.get(key) ?? nothing;
  const same = sameItems(before.items, items);
  const ends = before.ends.slice(0, same);
  const texts = items.slice(same).map((item, at) => (same + at === 0 ? "" : ",") + JSON.stringify(item));
  for (const text of texts) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(text));
  const length = ends.at(-1)!;
  const bytes = withRoom(before, same, length);
  bytes.write(texts.join(""), ends[same - 1] ?? 0);
  known.set(key, { items, ends, bytes });
  return bytes.subarray(0, length);
}

/** Room for `length` bytes, of which the first items are there. */
function withRoom({ bytes, ends }: Written, same: number, length: number): Buffer<ArrayBuffer> {
  if (same === ends.length && length <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.ceil(length * 1.5));
  bytes.copy(larger, 0, 0, ends[same - 1] ?? 0);
  return larger;
}
