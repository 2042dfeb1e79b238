import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operationsSource, type OpenApiDocument } from "../operations-source.ts";

const packages = `${import.meta.dirname}/../../../packages`;

test("the operations of the client are those of the server's OpenAPI document", () => {
  const document = JSON.parse(
    readFileSync(`${packages}/server-http/openapi.json`, "utf8"),
  ) as OpenApiDocument;
  expect(readFileSync(`${packages}/client/src/operations.ts`, "utf8")).toBe(operationsSource(document));
});
