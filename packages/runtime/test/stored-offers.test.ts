import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import type { JsonValue } from "@skein/protocol";
import { expect, it } from "vitest";
import { extensionPinsIn, toolListsIn } from "../src/extensions/mcp-servers.ts";

const secret = `q7Zk-${"22xP9vLm".repeat(2)}`;
const server = { name: "shop", command: "shop-server", env: { SHOP_TOKEN: secret } };
const description = `Uses the token ${secret}.`;
const inputSchema: JsonValue = { type: "object", description };

it("a pin holds no secret of its server, and the hashes of what the server sent", async () => {
  await using folder = await temporaryFolder();
  const pins = extensionPinsIn(folder.path, server);
  const tools = { add: { hash: "of-the-raw-text", description, inputSchema } };
  await pins.write("shop", { version: 1, source: "", server: "", instructions: description, tools });
  const text = readFileSync(join(folder.path, "extension-pins", "shop.json"), "utf8");
  expect(text).not.toContain(secret);
  expect(text).toContain("__SECRET_SHOP_TOKEN_");
  const pin = await pins.read("shop");
  expect(pin?.tools["add"]?.hash).toBe("of-the-raw-text");
  expect(pin?.instructionsHash).toMatch(/^[0-9a-f]{64}$/);
});

it("a tool list with a secret of its server is not stored, another one is", async () => {
  await using folder = await temporaryFolder();
  const lists = toolListsIn(folder.path, server);
  const list = { at: 1, leftOut: 0, instructions: "", offers: { prompts: false, resources: false } };
  await lists.write("clean", { ...list, tools: [{ name: "add" }] });
  await lists.write("telling", { ...list, tools: [{ name: "add", description }] });
  expect(readdirSync(join(folder.path, "tool-lists"))).toEqual(["clean.json"]);
});
