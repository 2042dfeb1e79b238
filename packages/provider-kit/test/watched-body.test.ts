import { describe, expect, it } from "vitest";
import { watchBody } from "../src/reply/watched-body.ts";

function watched(...chunks: readonly string[]) {
  const body = watchBody();
  for (const chunk of chunks) body.saw(Buffer.from(chunk));
  return body;
}

describe("the beginning of a body", () => {
  it.each([
    ["one chunk", ["a".repeat(3_000)], 1_000],
    ["a first chunk of just as much", ["a".repeat(1_000), "b"], 1_000],
    ["small chunks", Array.from({ length: 2_000 }, () => "a"), 1_000],
    ["few bytes", ["a", "b"], 2],
    ["nothing", [], 0],
  ])("is a thousand characters of %s", (_, chunks, length) => {
    const beginning = watched(...chunks).beginning();
    expect(beginning).toBe(chunks.join("").slice(0, length));
  });
});

describe("an error at the end of a body", () => {
  const error = '{"error": {"message": "busy"}}';

  it.each([
    ["on a line of its own", `data: 1\n${error}`],
    ["in a list", `data: 1\n[${error}]`],
    ["behind a comma", `data: 1\n,\r\n${error}\n]`],
    ["in pieces", ...error.match(/.{1,4}/g)!],
    ["behind a megabyte", "x".repeat(1_000_000), `\n${error}`],
    ["within the last bytes", `\n${error}${" ".repeat(16_384 - error.length - 1)}`],
  ])("is found %s", (_, ...chunks) => {
    expect(watched(...chunks).errorAtEnd()).toEqual({ error: { message: "busy" } });
  });

  it.each([
    ["within a line", `data: ${error}`],
    ["that is cut off", `\n${error.slice(0, -1)}`],
    ["with something behind it", `\n${error}\nmore`],
    ["before the last bytes", `\n${error}${" ".repeat(16_384)}`],
    ["of another name", '\n{"errors": 1}'],
  ])("is none %s", (_, ...chunks) => {
    expect(watched(...chunks).errorAtEnd()).toBeUndefined();
  });
});
