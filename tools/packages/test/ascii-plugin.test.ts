import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { ascii } from "../../../apps/cli/ascii-plugin.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";

async function bundled(code: string): Promise<string> {
  await using folder = await temporaryFolder();
  const input = join(folder.path, "main.js");
  writeFileSync(input, code);
  const build = await rolldown({ input, plugins: [ascii()] });
  const { output } = await build.generate({ format: "esm", minify: true });
  return output[0].code;
}

describe("a bundle in ASCII", () => {
  it("means the same as before", async () => {
    const code = await bundled(
      [
        "const name = 'Zoë';",
        "export const words = ['… → ÿ', `${name} 🏴`, '🏴'.match(/^[🏴é]$/u)?.[0], 'é'.replace(/é/, 'e')];",
        "export const größe = { größe: words.length };",
      ].join("\n"),
    );
    expect(code).not.toMatch(/[^\0-\x7f]/);
    const { words, größe } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(words).toEqual(["… → ÿ", "Zoë 🏴", "🏴", "e"]);
    expect(größe).toEqual({ größe: 4 });
  });

  it("is none with a character in a raw text", async () => {
    await expect(bundled("export const text = String.raw`\\d …`;")).rejects.toThrow(
      "cannot be written in ASCII",
    );
  });
});
