/** As much of WebAssembly as is used here: the types of a browser are not at hand. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Readonly<Record<string, object>>) => WebAssemblyInstance;
  readonly RuntimeError: new () => Error;
}

interface WebAssemblyInstance {
  readonly exports: { readonly memory: WebAssemblyMemory };
}

export interface WebAssemblyMemory {
  grow(pages: number): number;
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * A module whose memory has a maximum, in pages of 64 KiB.
 *
 * @throws TypeError when it has one already, or no memory of its own.
 */
export function withMemoryLimit(bytes: Uint8Array, maxPages: number): Uint8Array {
  // Behind the eight bytes of its head: sections of a number, a length and a content. That of memories is number 5.
  for (let at = 8, end = 0; at < bytes.length; at = end) {
    const size = leb(bytes, at + 1);
    end = size.next + size.value;
    if (bytes[at] !== 5) continue;
    const count = leb(bytes, size.next);
    const min = leb(bytes, count.next + 1);
    if (count.value !== 1 || bytes[count.next] !== 0 || min.next !== end) break;
    const content = [1, 1, ...toLeb(min.value), ...toLeb(maxPages)];
    const section = Uint8Array.from([5, ...toLeb(content.length), ...content]);
    return Buffer.concat([bytes.subarray(0, at), section, bytes.subarray(end)]);
  }
  throw new TypeError("The memory of the template engine cannot be limited.");
}

function leb(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

function toLeb(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...toLeb(value >>> 7)];
}
