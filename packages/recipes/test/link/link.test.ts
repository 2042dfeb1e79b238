import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "@skein/protocol";
import { decodeLink, isRecipeLink } from "../../src/link/decode-link.ts";
import { encodeLink } from "../../src/link/encode-link.ts";

const recipe = { title: "Tidy up – ordnen 🧹", description: "d", prompt: "go >>> ??? ÿÿ" };
const json = JSON.stringify(recipe);
const link = (config: string) => `goose://recipe?config=${config}`;

/** Any JSON object with text that is text: half a character has no bytes. */
const objects = fc
  .json({ stringUnit: "binary" })
  .map((text) => JSON.parse(text) as unknown)
  .filter((value): value is JsonObject => isJsonObject(value));
const text = fc.string({ unit: "binary", maxLength: 40 });
const values = fc.dictionary(
  text.filter((key) => !["", "config", "scheduledJob", "__proto__"].includes(key)),
  text,
  { noNullPrototype: true },
);

describe("a recipe link", () => {
  it("gives back the recipe and the values that were put in", () => {
    checkProperty(
      fc.property(objects, values, fc.constantFrom("skein", "goose"), (document, given, scheme) => {
        const read = decodeLink(encodeLink(document, { scheme: scheme as "skein", values: given }));
        expect(read).toEqual({ scheme, text: JSON.stringify(document), values: given });
      }),
    );
  });

  it.each([
    ["URL-safe base64 without padding", Buffer.from(json).toString("base64url")],
    [
      "URL-safe base64 with padding",
      Buffer.from(json).toString("base64").replaceAll("+", "-").replaceAll("/", "_"),
    ],
    ["standard base64", Buffer.from(json).toString("base64")],
    ["standard base64, percent-encoded", encodeURIComponent(Buffer.from(json).toString("base64"))],
    ["standard base64 whose + became spaces", Buffer.from(json).toString("base64").replaceAll("+", " ")],
    ["the text itself, percent-encoded", encodeURIComponent(json)],
  ])("may hold the recipe as %s", (_, config) => {
    expect(decodeLink(link(config)).text).toBe(json);
  });

  it("may hold YAML", () => {
    const yaml = "title: T\ndescription: D\nprompt: go\n";
    expect(decodeLink(link(Buffer.from(yaml).toString("base64"))).text).toBe(yaml);
    expect(decodeLink(link(encodeURIComponent(yaml))).text).toBe(yaml.trim());
  });

  it("is data, whatever stands in it", () => {
    const given = { "--mode": "auto", path: "; rm -rf ~\n--yolo", "$(id)": "`id`", a: "x&config=y#z" };
    const read = decodeLink(encodeLink(recipe, { values: given }));
    expect(read.values).toEqual(given);
    expect(read.text).toBe(json);
  });

  it("cannot reach the prototype of what reads it", () => {
    const read = decodeLink(`${link(Buffer.from(json).toString("base64url"))}&__proto__=x&constructor=y`);
    expect(Object.getOwnPropertyNames(read.values)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(read.values)).toBe(Object.prototype);
  });

  it.each([
    ["https://recipe?config=e30", "does not begin with"],
    ["goose://extension?cmd=npx", "does not begin with"],
    [" goose://recipe?config=e30", "does not begin with"],
    ["goose://recipe", "does not begin with"],
    ["goose://recipe?", "has no recipe"],
    ["goose://recipe?config=", "has no recipe"],
    ["goose://recipe?config=e30&config=e30", "has two recipes"],
    ["goose://recipe?config=e30&a=1&a=2", "two values for"],
    ["goose://recipe?config=e30&a=%ZZ", "invalid percent-encoding"],
    ["goose://recipe?config=e30&=1", "a value for"],
    ["goose://recipe?config=!!!!", "not base64"],
    ["goose://recipe?config=abcde", "cut off"],
    ["goose://recipe?config=_w", "not UTF-8 text"],
    [`goose://recipe?config=${"A".repeat(1_500_000)}`, "at most 1048576"],
    [`goose://recipe?config=${"A".repeat(5_000_000)}`, "characters"],
    [
      `goose://recipe?config=e30${Array.from({ length: 300 }, (_, at) => `&p${at}=1`).join("")}`,
      "256 values",
    ],
  ])("is refused with a sentence: %.60s", (broken, why) => {
    expect(() => decodeLink(broken)).toThrow(why);
  });

  it("is never a broken one of ours", () => {
    expect(() => encodeLink({ prompt: "x".repeat(2_000_000) })).toThrow("at most 1048576");
    expect(() => encodeLink(recipe, { values: { config: "x" } })).toThrow("cannot hold a value");
    expect(() => encodeLink(recipe, { values: { a: "\ud800" } })).toThrow("not text");
  });

  it("is told from a path and a name", () => {
    expect(["goose://recipe?config=e30", "SKEIN://recipe"].map(isRecipeLink)).toEqual([true, true]);
    expect(["goose.yaml", "./goose:", "review"].map(isRecipeLink)).toEqual([false, false, false]);
  });
});
