/** In lower case and without its parameters: `Text/Plain; charset=utf-8` is `text/plain`. */
export function plainMediaType(mediaType: string): string {
  return mediaType.toLowerCase().replace(/;.*$/s, "").trim();
}

/** Whether files of this type can be sent as text. */
export function isTextType(mediaType: string): boolean {
  return /^text\/|^application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|javascript|toml)$/.test(
    plainMediaType(mediaType),
  );
}
