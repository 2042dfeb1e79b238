import { expect, it } from "vitest";
import { localPrice } from "../src/index.ts";

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

it.each([
  ["http://localhost:11434", free],
  ["http://127.0.0.1:8000/v1", free],
  ["http://[::1]:8080", free],
  ["https://models.localhost", free],
  ["http://10.0.0.7:11434", undefined],
  ["http://host.docker.internal:11434", undefined],
  ["https://localhost.example.com/v1", undefined],
])("the price at %s", (address, price) => {
  expect(localPrice(new URL(address))).toEqual(price);
});
