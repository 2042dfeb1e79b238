import { execFile } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createRedactor, redactFile } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const value = randomText(30, 1);
const redactor = () => createRedactor({ key, secrets: [{ name: "A", value }] });
const hidden = redactor().redact(value);

describe("a file", () => {
  it("is rewritten when it holds a secret, with its mode and behind its link", async () => {
    const folder = tempFolder();
    const path = join(folder, "log.txt");
    writeFileSync(path, `one ${value}\ntwo ${value}`);
    chmodSync(path, 0o640);
    symlinkSync(path, join(folder, "link.txt"));
    expect(await redactFile(join(folder, "link.txt"), redactor())).toBe(true);
    expect(readFileSync(path, "utf8")).toBe(`one ${hidden}\ntwo ${hidden}`);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(folder, "link.txt")).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["link.txt", "log.txt"]);
    expect(await redactFile(path, redactor())).toBe(false);
  });

  it("is not touched when it holds none", async () => {
    const path = join(tempFolder(), "log.txt");
    writeFileSync(path, `nothing ${value.slice(0, -1)} here`);
    const before = statSync(path);
    expect(await redactFile(path, redactor())).toBe(false);
    expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it("keeps every other byte, also those that are no text", async () => {
    const path = join(tempFolder(), "data.bin");
    const bytes = Buffer.from(
      Array.from({ length: 70_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff),
    );
    writeFileSync(path, Buffer.concat([bytes, Buffer.from(value), bytes]));
    expect(await redactFile(path, redactor())).toBe(true);
    expect(readFileSync(path).equals(Buffer.concat([bytes, Buffer.from(hidden), bytes]))).toBe(true);
  });

  it("with letters beyond ASCII in the secret reads the same afterwards", async () => {
    const path = join(tempFolder(), "log.txt");
    const own = createRedactor({ key, secrets: [{ name: "A", value: "Grüße-aus-Köln-€" }] });
    const text = `ä Grüße-aus-Köln-€ ö ${JSON.stringify("Grüße-aus-Köln-€")}`;
    writeFileSync(path, text);
    expect(await redactFile(path, own)).toBe(true);
    const after = readFileSync(path, "utf8");
    expect(after).toBe(own.redact(text));
    expect(own.restore(after)).toBe(text);
  });

  it("finds a secret across any border of what is read at once", async () => {
    const path = join(tempFolder(), "log.txt");
    const megabyte = 1024 * 1024;
    for (const before of [megabyte - 1, megabyte - 15, megabyte - 29, 2 * megabyte - 3]) {
      writeFileSync(path, `${"word ".repeat(500_000).slice(0, before - 1)} ${value}\n`);
      expect(await redactFile(path, redactor())).toBe(true);
      const after = readFileSync(path, "utf8");
      expect(after.slice(before)).toBe(`${hidden}\n`);
    }
  });

  it("that is missing is an error of the file system", async () => {
    await expect(redactFile(join(tempFolder(), "none"), redactor())).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("that keeps growing is left as it is, and nothing beside it", async () => {
    const folder = tempFolder();
    const path = join(folder, "log.txt");
    writeFileSync(path, `${value}\n`);
    const inner = redactor();
    const whileItGrows = {
      stream() {
        const stream = inner.stream();
        return {
          push: (text: string) => stream.push(text),
          end: () => (appendFileSync(path, "more\n"), stream.end()),
        };
      },
    };
    await expect(redactFile(path, whileItGrows)).rejects.toMatchObject({ code: "file-changed" });
    expect(readFileSync(path, "utf8").startsWith(`${value}\nmore\n`)).toBe(true);
    expect(readdirSync(folder)).toEqual(["log.txt"]);
  });

  it("of 64 MB takes little memory", async () => {
    const path = join(tempFolder(), "large.log");
    const file = openSync(path, "w");
    const lines = "a line of a log that is long\n".repeat(36_000);
    const token = (seed: number) => `ghp_${randomText(36, seed)}`;
    for (let megabyte = 0; megabyte < 64; megabyte++)
      writeSync(file, `${lines}${value} ${token(megabyte)}\n`);
    closeSync(file);
    const script = fileURLToPath(new URL("./children/redact.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--max-old-space-size=48",
      script,
      path,
      value,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ isRewritten: true });
    const after = readFileSync(path, "latin1");
    const hiddenToken = "__SECRET_GITHUB_TOKEN_0123456789__";
    expect(after).toHaveLength(64 * (lines.length + hidden.length + hiddenToken.length + 2));
    expect(after).not.toContain(value);
    expect(after).not.toContain("ghp_");
  });
});
