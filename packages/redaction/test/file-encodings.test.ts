import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectSecrets } from "../src/index.ts";
import { randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const value = randomText(32, 1);
const text = `# Schlüssel für Öfen\nAPI_KEY=${value}\n`;

it.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
  ["UTF-16LE with a mark, as PowerShell writes it", Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16LE without a mark", Buffer.from(text, "utf16le")],
  ["UTF-16BE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
  ["windows-1252", Buffer.from(text, "latin1")],
])("the secret of an env file in %s is collected", async (_, bytes) => {
  const folder = tempFolder();
  writeFileSync(join(folder, ".env"), bytes);
  expect(await collectSecrets({ folders: [folder] })).toEqual([{ name: "API_KEY", value }]);
});
