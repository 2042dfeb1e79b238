// Templates of addresses, in the part of RFC 6570 that can be reversed: from an
// address back to the values.

import { ConfigError } from "@skein/protocol";

/**
 * Parsed template.
 *
 * @example
 * ```ts
 * // parseUriTemplate("note:///{id}").match("note:///7") is { id: "7" }
 * ```
 */
export interface UriTemplate {
  /** Names of the variables, in order. */
  readonly variables: readonly string[];
  /**
   * Returns the values of the variables if the address has this form.
   * `undefined`: it has another form.
   */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

/**
 * Matches `{name}`, and `{+name}`, which may contain slashes: levels 1 and 2 of
 * RFC 6570.
 */
const variable = /\{(\+?)([A-Za-z_]\w*)\}/g;

/**
 * Parses a template.
 *
 * Matching is exact: the whole address must have the form of the template.
 *
 * @throws ConfigError `usage` for other expressions of RFC 6570, and for a
 *   variable that is named twice.
 */
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
        // Values are percent-encoded in an address.
        const values = found.slice(1).map((value) => decodeURIComponent(value));
        return Object.fromEntries(variables.map((name, index) => [name, values[index] ?? ""]));
      } catch {
        return undefined; // not a URI: a % without two digits
      }
    },
  };
}

/** Builds a pattern. A simple variable ends at `/`, `?` and `#`. */
function patternOf(template: string): string {
  let pattern = "";
  let end = 0;
  for (const found of template.matchAll(variable)) {
    pattern += `${literal(template.slice(end, found.index))}${found[1] ? "(.+)" : "([^/?#]+)"}`;
    end = found.index + found[0].length;
  }
  return pattern + literal(template.slice(end));
}

/** Builds a pattern that matches the text itself. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
