import { readFileSync, writeFileSync } from "node:fs";
import { operationsSource, type OpenApiDocument } from "./operations-source.ts";

const root = `${import.meta.dirname}/../..`;
const document = JSON.parse(
  readFileSync(`${root}/packages/server-http/openapi.json`, "utf8"),
) as OpenApiDocument;
writeFileSync(`${root}/packages/client/src/operations.ts`, operationsSource(document));
