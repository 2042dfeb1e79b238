import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { makeTemporaryFolder } from "@skein/runtime";

export const testCommand = ["node", "--test"].join(" ");

/** A small program with a real bug, and tests that show it. */
const files: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "cart",
  "private": true,
  "type": "module",
  "scripts": { "test": "${testCommand}" }
}
`,
  "README.md": `# Cart

Adds up a shopping cart. Prices are in cents. \`npm test\` runs the tests.
`,
  "src/cart.js": `/** Sum of a cart, in cents, after a discount in percent. */
export function total(items, discountPercent = 0) {
  let sum = 0;
  for (let index = 1; index < items.length; index++) {
    sum += items[index].price * items[index].quantity;
  }
  return Math.round((sum * (100 - discountPercent)) / 100);
}
`,
  "test/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";

test("an empty cart costs nothing", () => {
  assert.equal(total([]), 0);
});

test("prices are multiplied by quantities", () => {
  assert.equal(total([{ price: 250, quantity: 2 }, { price: 100, quantity: 1 }]), 600);
});

test("a discount is taken from the sum", () => {
  assert.equal(total([{ price: 1000, quantity: 1 }], 20), 800);
});
`,
};

export const demoTask =
  "The tests of this project fail. Find out why, fix the cause (not the tests), and show that they pass.";

/** @returns the folder, in the system's temporary one. */
export async function createDemoProject(): Promise<string> {
  const folder = await makeTemporaryFolder("skein-demo-");
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    makeFolders(dirname(path));
    await writeFile(path, content);
  }
  return folder;
}
