import { expect, it } from "vitest";
import { readModelName } from "../src/index.ts";

const known = (id: string) => ["openai", "openrouter"].includes(id);

it.each([
  ["m", { model: "m" }, { model: "m" }],
  ["openai/m", { provider: "openai", model: "m" }, { provider: "openai", model: "m" }],
  [
    "openrouter/some/m",
    { provider: "openrouter", model: "some/m" },
    { provider: "openrouter", model: "some/m" },
  ],
  ["some/m", { model: "some/m" }, { provider: "some", model: "m" }],
  ["/m", { model: "/m" }, { model: "/m" }],
  ["", { model: "" }, { model: "" }],
])("%j is read with the providers that are known, and without them", (text, here, anywhere) => {
  expect(readModelName(text, known)).toEqual(here);
  expect(readModelName(text)).toEqual(anywhere);
});
