import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  "export const loadPage = (url: string) => fetch(url);",
  "export const loadPage = (url: string, send = fetch) => send(url);",
  "export const chooseFetch = (own?: typeof fetch) => (own === undefined ? fetch : own);",
  'import { request, type IncomingMessage } from "node:http";\nexport const requestPage = (): unknown => request("http://a.example");',
  'import * as https from "node:https";\nexport const requestPage = () => https.get("https://a.example");',
  'export const requestPage = () => process.getBuiltinModule("node:http").get("http://a.example");',
])("refuses a connection past the user's proxy: %s", (text) => {
  expect(inAgent(text)).toEqual([
    "packages/agent/src/index.ts:1: opens an HTTP connection past the user's proxy; use outgoingFetch or outgoingAgent of @skein/platform/outgoing, or list the file in laws/outgoing.ts",
  ]);
});

it.each([
  'import { createServer } from "node:http";\nexport const serve = () => createServer();',
  'import type { Agent } from "node:http";\nexport type Own = Agent;',
  'export const loadPage = (client: { fetch: (url: string) => string }) => client.fetch("x");',
  "export interface Parts { readonly fetch?: typeof fetch }",
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});
