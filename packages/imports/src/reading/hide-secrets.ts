import { createHash } from "node:crypto";
import { withoutReferences } from "@skein/host/settings";
import type { FoundSecret } from "../findings.ts";

const secretName =
  /key|token|secret|passw|credential|auth|cookie|(^|[_-])(pat|dsn|pwd)($|[_-])|database_url|connection/i;
/** How well-known keys begin, and addresses with a password in them. */
const secretValue =
  /^(sk-|pk-|rk_|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|ya29\.|eyJ|hf_|npm_|Bearer\s|Basic\s)|:\/\/[^/\s:@]+:[^/\s@]+@/;

/** Whether a text that is not taken apart holds a well-known kind of key somewhere. */
export function holdsSecret(text: string): boolean {
  return text
    .split(/[\s'"=]+/)
    .some((word) => secretValue.test(word) || /:\/\/[^/\s:@]+:[^/\s@]+@/.test(word));
}

/** Takes the secrets out of the texts of one extension. */
export interface SecretHider {
  /** The text as it may stand in a config file; when it is a secret, a reference to it. */
  hide(label: string, text: string): string;
  readonly secrets: readonly FoundSecret[];
}

/**
 * @param translate - turns the program's references into ours; by default it has none, and every text means itself.
 */
export function secretHider(
  extension: string,
  file: string,
  translate: (text: string) => string = withoutReferences,
): SecretHider {
  const secrets: FoundSecret[] = [];
  return {
    secrets,
    hide(label, text) {
      const translated = translate(text);
      const isLiteral = translated === withoutReferences(text);
      const core = text.trim();
      const isSecret = core !== "" && (secretName.test(label) || secretValue.test(core));
      if (!isLiteral || !isSecret) return translated;
      const name = freeName(`${ownPrefix}${distinct(extension)}_${label}`, secrets);
      secrets.push({ name, value: core, file });
      // Blanks around a key are not kept with it.
      return text.replace(core, () => `\${${name}}`);
    },
  };
}

/** How names of secrets begin that belong to one extension. */
export const ownPrefix = "EXTENSION_";

/** Names that differ in more than letters and digits must not become one. */
function distinct(extension: string): string {
  if (/^[a-z0-9]{1,40}$/.test(extension)) return extension;
  const hash = createHash("sha256").update(extension).digest("hex").slice(0, 8);
  return `${extension.slice(0, 40)}_${hash}`;
}

function freeName(words: string, taken: readonly FoundSecret[]): string {
  const name = words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .slice(0, 120);
  const isFree = (candidate: string) => taken.every((one) => one.name !== candidate);
  if (isFree(name)) return name;
  for (let count = 2; ; count++) if (isFree(`${name}_${count}`)) return `${name}_${count}`;
}

/** Words of a command, `--token VALUE` and `--token=VALUE` among them. */
export function hideInWords(words: readonly string[], hider: SecretHider): readonly string[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? "";
    const [, flag, value] = /^(--?[\w-]+)=(.+)$/s.exec(word) ?? [];
    if (flag !== undefined && value !== undefined) return `${flag}=${hider.hide(flag.slice(1), value)}`;
    const isFlag = word.startsWith("-");
    const isValue = !isFlag && /^--?[\w-]+$/.test(before) && secretName.test(before);
    const [, header = "", rest] = /^([\w-]+:\s*)(\S.*)$/s.exec(word) ?? [];
    // `--header "Authorization: Bearer …"`
    if (rest !== undefined && secretName.test(header)) return header + hider.hide(header, rest);
    return hider.hide(isValue ? before.replace(/^-+/, "") : "arg", word);
  });
}

/** The values of `?api_key=…` and the like. */
export function hideInAddress(url: string, hider: SecretHider): string {
  const start = url.indexOf("?");
  if (start === -1) return hider.hide("url", url);
  const query = url.slice(start + 1).replaceAll(/([^&=#]+)=([^&#]*)/g, (_, name: string, value: string) => {
    return `${name}=${hider.hide(name, value)}`;
  });
  return `${hider.hide("url", url.slice(0, start))}?${query}`;
}
