import { ConfigError } from "@skein/protocol";
import { linkLimits } from "./limits.ts";

/** What a link holds. It is data from a stranger: nothing in it is looked up, opened or run. */
export interface DecodedLink {
  readonly scheme: "skein" | "goose";
  /** The recipe, YAML or JSON, unread. */
  readonly text: string;
  /** Values that the link gives for parameters, in its order. */
  readonly values: Readonly<Record<string, string>>;
}

const start = /^(skein|goose):\/\/recipe\/?\?/i;

/** Whether a word on the command line is meant as a link. */
export function isRecipeLink(text: string): boolean {
  return /^(?:skein|goose):\/\//i.test(text);
}

/**
 * Reads `goose://recipe?config=…` and `skein://recipe?config=…`. `config` is a recipe as base64, of either alphabet, with
 * or without padding, percent-encoded or not; or the recipe's text itself, percent-encoded. All other fields are values
 * for its parameters.
 *
 * Throws `ConfigError` that says which part is wrong.
 */
export function decodeLink(link: string): DecodedLink {
  const found = start.exec(link);
  if (!found) throw wrong("does not begin with skein://recipe?config= or goose://recipe?config=");
  if (link.length > linkLimits.characters)
    throw wrong(`has ${link.length} characters; at most ${linkLimits.characters} are read`);
  const [query = ""] = link.slice(found[0].length).split("#", 1);
  let config: string | undefined;
  const values = new Map<string, string>();
  for (const field of query.split("&").filter((each) => each !== "")) {
    const [key, value] = halves(field);
    const name = readable(key, "the name of a field", "form");
    if (name === "config") {
      if (config !== undefined) throw wrong("has two recipes");
      config = value;
    } else if (!ignored.has(name))
      addValue(values, name, readable(value, `the value of ${shown(name)}`, "form"));
  }
  if (!config) throw wrong("has no recipe: config= is missing or empty");
  return {
    scheme: found[1]!.toLowerCase() as DecodedLink["scheme"],
    text: recipeText(config),
    values: Object.fromEntries(values),
  };
}

/** Fields that Goose's desktop puts into links for itself. */
const ignored: ReadonlySet<string> = new Set(["scheduledJob"]);

function addValue(values: Map<string, string>, name: string, value: string): void {
  if (name === "" || name.length > linkLimits.keyCharacters) throw wrong(`has a value for ${shown(name)}`);
  if (values.has(name)) throw wrong(`has two values for ${shown(name)}`);
  if (values.size === linkLimits.values) throw wrong(`has more than ${linkLimits.values} values`);
  values.set(name, value);
}

function recipeText(config: string): string {
  const plain = readable(config, "the recipe", "whole").trim();
  // Whoever reads a query as a form turns the + of base64 into a space.
  const base64 = plain
    .replaceAll(" ", "+")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={0,2}$/, "");
  const isText = !/^[A-Za-z0-9+/]*$/.test(base64);
  if (isText && !/[:{]/.test(plain)) throw wrong("has a recipe that is not base64");
  if (!isText && base64.length % 4 === 1) throw wrong("has a recipe whose base64 is cut off");
  const bytes = isText ? Buffer.from(plain, "utf8") : Buffer.from(base64, "base64");
  if (bytes.length > linkLimits.recipeBytes)
    throw wrong(`has a recipe of ${bytes.length} bytes; at most ${linkLimits.recipeBytes} are read`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw wrong("has a recipe that is not UTF-8 text");
  }
}

function halves(field: string): readonly [string, string] {
  const at = field.indexOf("=");
  return at === -1 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
}

/** @param kind - in a `form`, a plus is a space. */
function readable(text: string, what: string, kind: "form" | "whole"): string {
  try {
    return decodeURIComponent(kind === "form" ? text.replaceAll("+", " ") : text);
  } catch {
    throw wrong(`has invalid percent-encoding in ${what}`);
  }
}

/** Of a stranger's words only the beginning, and nothing that a terminal obeys. */
function shown(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}

function wrong(what: string): ConfigError {
  return new ConfigError("usage", `The recipe link ${what}.`, {
    hint: "Copy the whole link again, or ask its sender for the recipe's file.",
  });
}
