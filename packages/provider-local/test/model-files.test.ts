import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { never, temporaryFolder } from "@skein/test-kit";
import { describe, expect, onTestFinished, test } from "vitest";
import { addModelFile, listModelFiles, modelsFolder, removeModelFile } from "../src/files/index.ts";
import { writeTinyGguf } from "./tiny-gguf.ts";

async function folders() {
  const root = await temporaryFolder();
  onTestFinished(() => root[Symbol.asyncDispose]());
  const original = join(root.path, "tiny.gguf");
  writeTinyGguf(original, { contextTokens: 1024 });
  const bytes = readFileSync(original);
  return {
    folder: join(root.path, "models"),
    original,
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** A server of one file, which knows ranges; what it was asked is in `requests`. */
async function serve(
  bytes: Buffer,
  { etag = '"v1"', cutAt = Infinity, hub }: { etag?: string; cutAt?: number; hub?: string } = {},
) {
  const requests: IncomingMessage["headers"][] = [];
  const state = { etag, cutAt, drop: () => {} };
  const answer = ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
    requests.push(headers);
    if (url === "/owner/repo/resolve/main/tiny.gguf") {
      response.writeHead(302, {
        location: "/cdn/tiny.gguf",
        ...(hub === undefined ? {} : { "x-linked-etag": `"${hub}"` }),
      });
      response.end();
      return;
    }
    if (!url?.endsWith("tiny.gguf")) {
      response.writeHead(404).end();
      return;
    }
    const isSame = headers["if-range"] === state.etag;
    const start = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    const rest = bytes.subarray(start);
    const range =
      start === 0 ? {} : { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(start === 0 ? 200 : 206, {
      etag: state.etag,
      "content-length": rest.length,
      ...range,
    });
    if (start + rest.length <= state.cutAt) response.end(rest);
    else {
      state.drop = () => void response.destroy();
      response.write(rest.subarray(0, state.cutAt - start));
    }
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, state };
}

describe("a model is added", () => {
  test("from a file, listed with its facts, and removed", async () => {
    const { folder, original, bytes, sha256 } = await folders();
    const path = join(folder, "tiny.gguf");
    expect(await addModelFile(original, { folder })).toEqual({
      name: "tiny",
      path,
      bytes: bytes.length,
      sha256,
      checkedBy: undefined,
    });
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const listed = { name: "tiny", path, bytes: bytes.length, architecture: "llama", contextTokens: 1024 };
    expect(await listModelFiles(folder)).toEqual([listed]);
    await expect(addModelFile(original, { folder })).rejects.toThrow(`${path} already exists.`);
    expect(await removeModelFile(folder, "tiny")).toEqual(listed);
    expect(readdirSync(folder)).toEqual([]);
    await expect(removeModelFile(folder, "tiny")).rejects.toThrow('Unknown model "tiny".');
  });

  test("from a URL, with its progress", async () => {
    const { folder, bytes } = await folders();
    const { url } = await serve(bytes);
    const seen: (number | undefined)[][] = [];
    const added = await addModelFile(`${url}/tiny.gguf`, { folder, progress: (...step) => seen.push(step) });
    expect(readFileSync(added.path)).toEqual(bytes);
    expect(seen.at(-1)).toEqual([bytes.length, bytes.length]);
    expect(readdirSync(folder)).toEqual(["tiny.gguf"]);
  });

  test("from Hugging Face, checked by the hash that it names, and the token goes to no one else", async () => {
    const { folder, bytes, sha256 } = await folders();
    const { url, requests } = await serve(bytes, { hub: sha256 });
    const env = { HF_ENDPOINT: url, HF_TOKEN: "hf_secret" };
    const added = await addModelFile("hf:owner/repo/tiny.gguf", { folder, env });
    expect(added).toMatchObject({ name: "tiny", sha256, checkedBy: "server" });
    expect(requests.map(({ authorization }) => authorization)).toEqual([
      "Bearer hf_secret",
      "Bearer hf_secret",
    ]);
    const other = await serve(bytes);
    await removeModelFile(folder, "tiny");
    await addModelFile(`${other.url}/tiny.gguf`, { folder, env });
    expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  test("only if its hash is the one that was named", async () => {
    const { folder, original, sha256 } = await folders();
    await expect(addModelFile(original, { folder, sha256: "0".repeat(64) })).rejects.toThrow(
      `has the SHA-256 ${sha256}, not ${"0".repeat(64)}. It was removed.`,
    );
    await expect(addModelFile(original, { folder, sha256: "abc" })).rejects.toThrow(
      'Invalid SHA-256: "abc".',
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(await addModelFile(original, { folder, sha256: sha256.toUpperCase() })).toMatchObject({
      checkedBy: "user",
    });
  });

  test("not if the server names another hash", async () => {
    const { folder, bytes } = await folders();
    const { url } = await serve(bytes, { hub: "1".repeat(64) });
    const adding = addModelFile("hf:owner/repo/tiny.gguf", { folder, env: { HF_ENDPOINT: url } });
    await expect(adding).rejects.toThrow(`not ${"1".repeat(64)}. It was removed.`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a download that was interrupted", () => {
  test("continues where it stopped", async () => {
    const { folder, bytes, sha256 } = await folders();
    const { url, requests, state } = await serve(bytes, { cutAt: 50_000 });
    const progress = (done: number): void => (done === 50_000 ? state.drop() : undefined);
    const adding = addModelFile(`${url}/tiny.gguf`, { folder, progress });
    await expect(adding).rejects.toMatchObject({
      code: "unreadable",
      hint: expect.stringContaining("continues where it stopped") as string,
    });
    await expect(adding).rejects.toThrow("The download was interrupted: ");
    const { size } = statSync(join(folder, "tiny.gguf.part"));
    expect(size).toBe(50_000);
    expect(existsSync(join(folder, "tiny.gguf"))).toBe(false);
    state.cutAt = Infinity;
    expect(await addModelFile(`${url}/tiny.gguf`, { folder })).toMatchObject({ sha256 });
    expect(requests.at(-1)).toMatchObject({ range: "bytes=50000-", "if-range": '"v1"' });
    expect(readdirSync(folder)).toEqual(["tiny.gguf"]);
  });

  test("repeats no query of its URL: neither in an error, nor in what is noted of it", async () => {
    const { folder, bytes } = await folders();
    const { url, state } = await serve(bytes, { cutAt: 50_000 });
    await expect(addModelFile(`${url}/tiny.gguf?key=k-123`, { folder })).rejects.toThrow(
      `Cannot download ${url}/tiny.gguf: the server`,
    );
    const progress = (done: number): void => (done === 50_000 ? state.drop() : undefined);
    const signed = `${url}/tiny.gguf?key=k-123&file=tiny.gguf`;
    await expect(addModelFile(signed, { folder, progress })).rejects.toThrow("interrupted");
    expect(readFileSync(join(folder, "tiny.gguf.part.json"), "utf8")).toContain("v1");
    expect(readFileSync(join(folder, "tiny.gguf.part.json"), "utf8")).not.toContain("k-123");
  });

  test("starts again if the file has changed, or the server names no version of it", async () => {
    const { folder, bytes, sha256 } = await folders();
    for (const [first, second] of [
      ['"v1"', '"v2"'],
      ['W/"v1"', 'W/"v1"'],
    ] as const) {
      const { url, state } = await serve(bytes, { cutAt: 50_000, etag: first });
      const progress = (done: number): void => (done === 50_000 ? state.drop() : undefined);
      await expect(addModelFile(`${url}/tiny.gguf`, { folder, progress })).rejects.toThrow("interrupted");
      Object.assign(state, { etag: second, cutAt: Infinity });
      expect(await addModelFile(`${url}/tiny.gguf`, { folder })).toMatchObject({ sha256 });
      await removeModelFile(folder, "tiny");
    }
  });

  test("is kept by an abort", async () => {
    const { folder, bytes, sha256 } = await folders();
    const { url } = await serve(bytes);
    const controller = new AbortController();
    const progress = (): void => controller.abort(new Error("stopped"));
    const adding = addModelFile(`${url}/tiny.gguf`, { folder, progress }, controller.signal);
    await expect(adding).rejects.toThrow("stopped");
    expect(readdirSync(folder)).toEqual(["tiny.gguf.part", "tiny.gguf.part.json"]);
    expect(await addModelFile(`${url}/tiny.gguf`, { folder }, never)).toMatchObject({ sha256 });
  });

  test.skipIf(!existsSync("/dev/full"))("by a full disk says so, and what to do", async () => {
    const { folder, original } = await folders();
    mkdirSync(folder);
    symlinkSync("/dev/full", join(folder, "tiny.gguf.part"));
    await expect(addModelFile(original, { folder })).rejects.toMatchObject({
      code: "unreadable",
      message: `The disk of ${folder} is full.`,
      hint: "Free some space and run the same command again: it continues where it stopped.",
    });
  });
});

describe("what is no model", () => {
  test.each([
    ["missing.gguf", "File not found: missing.gguf."],
    ["https://example.com/model.bin", "https://example.com/model.bin is not the name of a GGUF file."],
    ["https://example.com/m-00001-of-00002.gguf", "is a part of a model in several files."],
    ["hf:owner", 'Invalid name of a file on Hugging Face: "hf:owner".'],
  ])("%s is refused", async (text, message) => {
    const { folder } = await folders();
    await expect(addModelFile(text, { folder })).rejects.toThrow(message);
  });

  test("by its content is refused, and nothing is left", async () => {
    const { folder, original } = await folders();
    writeFileSync(original, "<html>");
    await expect(addModelFile(original, { folder })).rejects.toThrow("is not a GGUF file.");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("at the server names the status", async () => {
    const { folder, bytes } = await folders();
    const { url } = await serve(bytes);
    await expect(addModelFile(`${url}/other.gguf`, { folder })).rejects.toThrow(
      "the server answered with status 404.",
    );
  });
});

test("models are in a folder of Skein's data", () => {
  expect(modelsFolder("/data")).toBe(join("/data", "models"));
});
