const limit = 200;

/**
 * At most 200 characters of untrusted text, safe to display: one line, without markup, control, bidi or
 * invisible characters, and secrets.
 *
 * @param secrets - masked verbatim, URL-encoded, and in base64. Anything that looks like a vendor's key is
 *   masked as well.
 */
export function excerpt(text: string, secrets: readonly string[] = []): string {
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

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = secretForms(secrets).reduce((rest, form) => rest.replaceAll(form, "[key]"), text);
  return masked.replace(keyShape, "[key]");
}

/** The forms of secrets to mask: verbatim, URL-encoded, base64. Secrets under four characters are ignored. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  return secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]);
}

function withoutMarkup(html: string): string {
  return html.replace(/<(script|style|head)\b.*?<\/\1\s*>|<!--.*?-->/gis, " ").replace(/<[^>]*>?/g, " ");
}

const looksLikeHtml = /^\s*(<!doctype|<html|<head|<body|<\?xml)/i;
// oxlint-disable-next-line no-control-regex
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(\u0007|\u001b\\)?/g;
/** Control and format characters: C0, C1, bidi marks, zero width, tags. */
const unprintable = /[\p{Cc}\p{Cf}]/gu;
const keyShape = /\b(sk|pk|rk|xai|gsk|key)-[\w-]{16,}|\bAIza[\w-]{30,}/g;
