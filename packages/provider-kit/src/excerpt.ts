// Quotes of responses. Bodies of errors come from servers and proxies that no
// one vouches for: they are shown in terminals and sent to models, so control
// characters, markup and secrets must not pass.

/** Characters that an error quotes from a response. */
const limit = 200;

/**
 * Quotes untrusted text safely: at most 200 characters on one line, without
 * markup, without control, bidi or invisible characters, and without secrets.
 *
 * Use it for everything that an error message quotes from a server.
 *
 * @param secrets - masked verbatim, URL-encoded and in base64. Anything that
 *   looks like a vendor's key is masked as well.
 *
 * @example
 * ```ts
 * excerpt("<html><body>Bad\nkey: secret-1234</body></html>", ["secret-1234"]); // "Bad key: [key]"
 * ```
 */
export function excerpt(text: string, secrets: readonly string[] = []): string {
  // Enough for 200 characters of text behind the head of a page.
  const start = text.slice(0, 20_000);
  const plain = looksLikeHtml.test(start) ? withoutMarkup(start) : start;
  const line = withoutSecrets(plain, secrets)
    .replace(ansi, "")
    .replace(unprintable, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line.toWellFormed());
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}

/**
 * Masks secrets in a text with `[key]`: known ones in all their forms, and
 * anything that looks like a vendor's key.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = secretForms(secrets).reduce((rest, form) => rest.replaceAll(form, "[key]"), text);
  return masked.replace(keyShape, "[key]");
}

/**
 * Lists the forms of secrets to mask: verbatim, URL-encoded, base64. Secrets
 * under four characters are ignored, since masking them would damage ordinary
 * text.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  return secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]);
}

/** Removes tags, and the content of elements that show nothing. */
function withoutMarkup(html: string): string {
  return html.replace(/<(script|style|head)\b.*?<\/\1\s*>|<!--.*?-->/gis, " ").replace(/<[^>]*>?/g, " ");
}

const looksLikeHtml = /^\s*(<!doctype|<html|<head|<body|<\?xml)/i;
// oxlint-disable-next-line no-control-regex
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(\u0007|\u001b\\)?/g;
/** Control and format characters: C0, C1, bidi marks, zero width, tags. */
const unprintable = /[\p{Cc}\p{Cf}]/gu;
/** Matches keys by the prefixes that vendors give them. */
const keyShape = /\b(sk|pk|rk|xai|gsk|key)-[\w-]{16,}|\bAIza[\w-]{30,}/g;
