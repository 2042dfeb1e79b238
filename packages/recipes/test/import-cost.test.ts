import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("costs nothing but its own files until it is used", async () => {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
    await import(${JSON.stringify(import.meta.resolve("../src/index.ts"))});`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  const urls = stdout.trim().split("\n");
  expect(urls.some((url) => url.endsWith("/read-recipe.ts"))).toBe(true);
  expect(urls.filter((url) => /node_modules/.test(url))).toEqual([]);
});
