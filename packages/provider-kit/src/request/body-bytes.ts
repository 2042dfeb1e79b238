// Bodies of requests. `JSON.stringify` of a long conversation takes
// milliseconds and megabytes in every turn, although almost all of it is the
// same as before. Here the bytes of each message are written once per
// conversation.
import { sameItems, type JsonObject, type JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { bodyText, type PiecedBody, type RequestBody } from "../transport/send.ts";

/**
 * Fields that contain the conversation: of OpenAI's and Anthropic's wires, of
 * the Responses API, and of Gemini.
 */
const conversation: ReadonlySet<string> = new Set(["messages", "input", "contents"]);

/**
 * Writes a body as JSON in UTF-8. Gives the bytes of `JSON.stringify`, but
 * remembers those of earlier messages.
 *
 * The items of a conversation are written once and remembered: see
 * `encodeConversation`. The last one is not, because what marks the end of a
 * conversation (a cache mark) moves on with the next request.
 *
 * @param body - fields in the order in which they are written. Put the
 *   conversation last, so that requests share a long prefix.
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

/** Objects that bodies were written from. */
const bodies = new WeakMap<object, JsonObject>();

/**
 * Reads the JSON of a body. For wrappers of `Send` that change requests.
 *
 * @returns the very object that the bytes were made of, so that its items keep
 *   their identity, or else the parsed text. Undefined if the text is not JSON.
 */
export function bodyJson(body: RequestBody): JsonValue | undefined {
  // A text cannot be a key of the map, so the lookup finds nothing for it.
  return bodies.get(body as object) ?? jsonIn(bodyText(body));
}

/** Bytes of a conversation's items. */
interface Written {
  readonly items: readonly object[];
  /** Position in `bytes` after each item. */
  readonly ends: readonly number[];
  /** Bytes, with room for more after the last end. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/**
 * Bytes of each conversation, by its second item: conversations can share a
 * first one, the system prompt.
 */
const known = new WeakMap<object, Written>();
const nothing: Written = { items: [], ends: [], bytes: Buffer.alloc(0) };

/**
 * Writes items with commas between them; only new ones are written.
 *
 * Returned bytes never change, since they may not be sent yet: a conversation
 * that continues differently is written from scratch.
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

/**
 * Returns a buffer with room for `length` bytes that contains the first items.
 * It grows by half, so that a growing conversation is not copied for each
 * request.
 */
function withRoom({ bytes, ends }: Written, same: number, length: number): Buffer<ArrayBuffer> {
  if (same === ends.length && length <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.ceil(length * 1.5));
  bytes.copy(larger, 0, 0, ends[same - 1] ?? 0);
  return larger;
}
