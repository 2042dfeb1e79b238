import { ConfigError } from "@skein/protocol";

export interface UriTemplate {
  readonly variables: readonly string[];
  /** Values of the variables when `uri` has this form; `undefined` when it has not. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

/** `{name}`, and `{+name}`, which may contain slashes: levels 1 and 2 of RFC 6570. */
const variable = /\{(\+?)([A-Za-z_]\w*)\}/g;

/** @throws ConfigError `usage` for other expressions of RFC 6570, and for a variable that is named twice. */
export function parseUriTemplate(template: string): UriTemplate {
  const rest = template.replaceAll(variable, "");
  if (/[{}]/.test(rest))
    throw new ConfigError("usage", `The URI template "${template}" may have only {name} and {+name}.`);
  const variables = [...template.matchAll(variable)].map((found) => found[2] ?? "");
  if (new Set(variables).size < variables.length)
    throw new ConfigError("usage", `The URI template "${template}" names a variable twice.`);
  const pattern = new RegExp(`^${patternOf(template)}$`);
  return {
    variables,
    match(uri) {
      const found = pattern.exec(uri);
      if (!found) return undefined;
      try {
        const values = found.slice(1).map((value) => decodeURIComponent(value));
        return Object.fromEntries(variables.map((name, index) => [name, values[index] ?? ""]));
      } catch {
        return undefined; // not a URI: a % without two digits
      }
    },
  };
}

function patternOf(template: string): string {
  let pattern = "";
  let end = 0;
  for (const found of template.matchAll(variable)) {
    pattern += `${literal(template.slice(end, found.index))}${found[1] ? "(.+)" : "([^/?#]+)"}`;
    end = found.index + found[0].length;
  }
  return pattern + literal(template.slice(end));
}

/** A pattern that matches the text itself. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
