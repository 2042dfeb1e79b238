import { expect, it } from "vitest";
import { signsOf } from "../src/barrier/signs.ts";

const output = [
  "EROFS: read-only file system",
  "cat: /h/.ssh/a: Permission denied",
  "cat: /h/.ssh/b: Permission denied",
  "sudo: no new privileges",
  "getaddrinfo ENOTFOUND example.com",
].join("\n");

it("names each sign once, and the first three at most", () => {
  const held = { cwd: "/w", hidden: ["/h/.ssh"], protect: [], network: "none" } as const;
  expect(signsOf(output, held)).toEqual([
    "Writing there is not allowed.",
    "This path is hidden.",
    "Becoming another user is not possible.",
  ]);
});
