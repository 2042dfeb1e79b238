import { ConfigError, type JsonObject } from "@skein/protocol";
import { linkLimits } from "./limits.ts";

export interface LinkOptions {
  /** Default `skein`. Goose opens only its own. */
  readonly scheme?: "skein" | "goose";
  /** Values for the recipe's parameters. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * A link that holds a whole recipe, in the form that Goose writes: JSON as URL-safe base64 without padding.
 *
 * Throws `ConfigError` for a recipe or values that `decodeLink` would refuse.
 *
 * @param recipe - the fields as they stand in its file, not the ones of `Recipe`.
 */
export function encodeLink(recipe: JsonObject, options: LinkOptions = {}): string {
  const { scheme = "skein", values = {} } = options;
  const bytes = Buffer.from(JSON.stringify(recipe), "utf8");
  if (bytes.length > linkLimits.recipeBytes) {
    throw new ConfigError(
      "usage",
      `The recipe has ${bytes.length} bytes; a link holds at most ${linkLimits.recipeBytes}.`,
      {
        hint: "Share its file instead.",
      },
    );
  }
  const given = Object.entries(values).map(([key, value]) => `&${encodedKey(key)}=${encoded(value, key)}`);
  if (given.length > linkLimits.values) {
    throw new ConfigError("usage", `A link holds at most ${linkLimits.values} values.`, {
      hint: "Write them into the recipe as defaults.",
    });
  }
  const link = `${scheme}://recipe?config=${bytes.toString("base64url")}${given.join("")}`;
  if (link.length > linkLimits.characters) {
    throw new ConfigError(
      "usage",
      `The link would have ${link.length} characters; at most ${linkLimits.characters} are read.`,
      {
        hint: "Share the recipe's file, and give long values as files.",
      },
    );
  }
  return link;
}

function encodedKey(key: string): string {
  if (key === "" || key === "config" || key.length > linkLimits.keyCharacters) {
    throw new ConfigError("usage", `A link cannot hold a value for ${JSON.stringify(key)}.`, {
      hint: "Give the parameter another name.",
    });
  }
  return encoded(key, key);
}

function encoded(text: string, key: string): string {
  if (!text.isWellFormed()) {
    throw new ConfigError(
      "usage",
      `The value of ${JSON.stringify(key)} is not text: half of a character is missing.`,
      {
        hint: "Enter it again.",
      },
    );
  }
  return encodeURIComponent(text);
}
