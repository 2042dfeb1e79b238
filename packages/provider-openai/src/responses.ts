import type { Dialect } from "./dialect.ts";
import { createResponsesDecoder } from "./reply/responses-decode.ts";
import { responsesBody } from "./request/responses-body.ts";

/** Source: developers.openai.com/api/reference/resources/responses, read 2026-11-20. */
export const responses: Dialect = {
  path: "/responses",
  body: responsesBody,
  decoder: createResponsesDecoder,
};
