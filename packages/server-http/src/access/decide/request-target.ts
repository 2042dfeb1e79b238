/** A path that means the same to everybody who reads it, and its query. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Only the plain form of a target is read: it begins with one slash, and its path has the characters that a URL keeps as
 * they are; no segment of dots, and no encoded slash, backslash, control character or percent sign, which a second reading
 * would decode, nor bytes that are no UTF-8.
 *
 * @returns `undefined` for any other target.
 */
export function requestTarget(target: string): RequestTarget | undefined {
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes("#")) return undefined;
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  const query = at === -1 ? "" : target.slice(at + 1);
  if (!/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})*)+$/i.test(path) || path.includes("//")) return undefined;
  if (/%(?:2f|5c|25|[01][0-9a-f]|7f)/i.test(path)) return undefined;
  if (!isDecodable(path)) return undefined;
  const hasDots = path.split("/").some((segment) => /^(?:\.|%2e){1,2}(?:;.*)?$/i.test(segment));
  return hasDots ? undefined : { path, query };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
