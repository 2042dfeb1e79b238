/**
 * Normalizes a media type: lower case, without parameters.
 * `Text/Plain; charset=utf-8` becomes `text/plain`.
 */
export function plainMediaType(mediaType: string): string {
  return mediaType.toLowerCase().replace(/;.*$/s, "").trim();
}

/**
 * Returns true if files of this type can be sent as text: `text/*`, JSON, XML,
 * YAML, TOML and JavaScript.
 *
 * @param mediaType - with or without parameters, in any case.
 */
export function isTextType(mediaType: string): boolean {
  return /^text\/|^application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|javascript|toml)$/.test(
    plainMediaType(mediaType),
  );
}
