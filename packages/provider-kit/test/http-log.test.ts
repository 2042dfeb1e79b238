import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { fetchOf, serveScript } from "@skein/provider-conformance/servers";
import { openTransport, readStart } from "../src/index.ts";
import { byteMask } from "../src/http-log/masks.ts";

const key = "sk-test-0123456789abcdef";

async function loggedSendTo(folder: string, own?: typeof fetch) {
  const url = new URL("https://vendor.example");
  const settings = { httpLog: folder, fetch: own, headers: { "x-team": "blue-team" }, env: {} };
  const { send } = await openTransport({ provider: "vendor", url, settings, keys: [key] });
  return send;
}

async function written(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  ) as Readonly<Record<string, string>>;
}

describe("the HTTP log", () => {
  it("writes down requests and answers under numbers, and changes neither", async () => {
    await using folder = await temporaryFolder();
    await using server = await serveScript((_, count) => ({
      status: count === 0 ? 200 : 429,
      contentType: "text/event-stream",
      body: Buffer.from(`data: {"echo":"${key}"}\n\ndata: Lösung\n\n`),
      chunkBytes: 7,
      headers: { "x-ratelimit-remaining-tokens": "9", "set-cookie": "session=secret" },
    }));
    const httpLog = join(folder.path, "new", "tap");
    const send = await loggedSendTo(httpLog);
    const body = JSON.stringify({ model: "m", note: `my key is ${key}` });
    const headers = { "x-api-key": key, authorization: `Bearer ${key}`, "x-team": "blue-team" };
    const answers = [1, 2].map(() =>
      send(`${server.url}/v1?key=${key}&a=b`, { method: "POST", headers, body }),
    );
    for (const answer of await Promise.all(answers)) expect(await readStart(answer, 10_000)).toContain(key);
    expect(server.requests.map(({ bytes }) => bytes.toString())).toEqual([body, body]);

    const files = await written(httpLog);
    expect(Object.keys(files)).toEqual([
      "0001-request.json",
      "0001-response.body",
      "0001-response.json",
      "0002-request.json",
      "0002-response.body",
      "0002-response.json",
    ]);
    expect(JSON.parse(files["0001-request.json"]!)).toEqual({
      startedAt: expect.stringMatching(/^\d{4}-/) as string,
      method: "POST",
      url: `${server.url}/v1?key=key-masked&a=b`,
      headers: { "x-api-key": "[key]", authorization: "[key]", "x-team": "[key]" },
      body: { model: "m", note: "my key is [key]" },
    });
    expect(files["0001-response.body"]).toBe('data: {"echo":"[key]"}\n\ndata: Lösung\n\n');
    expect(JSON.parse(files["0001-response.json"]!)).toMatchObject({
      headers: { "set-cookie": "[key]", "x-ratelimit-remaining-tokens": "9" },
      bytes: 58,
      headersMs: expect.any(Number) as number,
      firstByteMs: expect.any(Number) as number,
      totalMs: expect.any(Number) as number,
    });
    const statuses = ["0001", "0002"].map(
      (at) => (JSON.parse(files[`${at}-response.json`]!) as { status: number }).status,
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(Object.values(files).join("\n")).not.toMatch(/0123456789abcdef|blue-team|session=secret/);
    const modes = [httpLog, join(httpLog, "0001-request.json"), join(httpLog, "0001-response.body")];
    expect(await Promise.all(modes.map(async (path) => (await stat(path)).mode & 0o777))).toEqual([
      0o700, 0o600, 0o600,
    ]);
  });

  it("goes on counting from what is there, beside others", async () => {
    await using folder = await temporaryFolder();
    const answer = fetchOf(Buffer.from("x"), 1);
    const [one, other] = await Promise.all([
      loggedSendTo(folder.path, answer),
      loggedSendTo(folder.path, answer),
    ]);
    await Promise.all(
      [one, other, one, other].map(async (send) => readStart(await send("https://x.test"), 100)),
    );
    const requests = (await readdir(folder.path)).filter((name) => name.endsWith("request.json"));
    expect(requests.toSorted()).toEqual(["0001", "0002", "0003", "0004"].map((at) => `${at}-request.json`));
  });

  it("says what failed, what was cut and what was left", async () => {
    await using folder = await temporaryFolder();
    await using server = await serveScript((_, count) => ({
      status: 200,
      contentType: "text/plain",
      body: Buffer.from("0123456789"),
      ...(count === 0 ? { cutAfterBytes: 4 } : { stallAfterBytes: 4 }),
    }));
    const send = await loggedSendTo(folder.path);
    await expect(readStart(await send(server.url), 100)).rejects.toThrow("aborted");
    for await (const _ of (await send(server.url)).body!) break;
    await expect(send("http://no-such-host.invalid")).rejects.toThrow("ENOTFOUND");
    const files = await written(folder.path);
    const responses = ["0001", "0002", "0003"].map(
      (at) => JSON.parse(files[`${at}-response.json`]!) as object,
    );
    expect(responses).toMatchObject([
      { status: 200, bytes: 4, error: expect.stringContaining("aborted") as string },
      { status: 200, bytes: 4, left: true },
      { error: expect.stringContaining("getaddrinfo") as string },
    ]);
    expect(files["0001-response.body"]).toBe("0123");
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  it("into what is no folder is refused before anything is sent", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "file");
    await writeFile(file, "");
    await expect(loggedSendTo(file)).rejects.toThrow(ConfigError);
    await expect(loggedSendTo(join(file, "under"))).rejects.toMatchObject({ code: "unreadable" });
  });

  it.runIf(process.platform === "linux")("where no folder can be created is refused at once", async () => {
    await expect(loggedSendTo("/proc/skein/below")).rejects.toMatchObject({ code: "unreadable" });
  });

  it("that can no longer write lets the exchange go on", async () => {
    await using folder = await temporaryFolder();
    const send = await loggedSendTo(folder.path, fetchOf(Buffer.from("all"), 1));
    await mkdir(join(folder.path, "0001-response.body"));
    expect(await readStart(await send("https://x.test"), 100)).toBe("all");
  });

  it("redacts header values and errors, which may repeat any secret", async () => {
    await using folder = await temporaryFolder();
    const value = "known-value-77";
    const redacted = (text: string) => text.replaceAll(value, "[hidden]");
    const settings = {
      httpLog: folder.path,
      headers: {},
      env: {},
      httpLogRedactor: () => ({
        redact: redacted,
        stream: () => ({ push: redacted, end: () => "" }),
      }),
      fetch: () => Promise.reject(new Error(`refused ${value}`)),
    };
    const url = new URL("https://vendor.example");
    const { send } = await openTransport({ provider: "vendor", url, settings, keys: [key] });
    await expect(send(`${url.href}v1`, { headers: { "x-team": value } })).rejects.toThrow("refused");
    const files = await written(folder.path);
    expect(files["0001-request.json"]).toContain('"x-team": "[hidden]"');
    expect(files["0001-response.json"]).toContain("refused [hidden]");
    expect(JSON.stringify(files)).not.toContain(value);
  });
});

describe("a mask over bytes", () => {
  const keyShaped = /(sk|pk|rk|xai|gsk|key)-[\w-]{16}|AIza/;
  const secret = "the+secret/value=0123";
  const masked = (bytes: Buffer, cuts: readonly number[]): string => {
    const mask = byteMask([secret]);
    const out: Uint8Array[] = [];
    let from = 0;
    for (const size of cuts) out.push(mask.take(bytes.subarray(from, (from += size))));
    out.push(mask.take(bytes.subarray(from)), mask.end());
    return Buffer.concat(out).toString("utf8");
  };

  it("hides secrets in every form however the bytes are cut, and keeps the rest", () => {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64"), key];
    const piece = fc.oneof(fc.constantFrom(...forms, " ", "ö", "\n"), fc.string({ unit: "grapheme" }));
    checkProperty(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 40 })),
        (pieces, cuts) => {
          const text = pieces.join(" ").toWellFormed();
          const whole = masked(Buffer.from(text), []);
          expect(masked(Buffer.from(text), cuts)).toBe(whole);
          for (const form of forms) expect(whole).not.toContain(form);
          const hasSecret = forms.some((form) => text.includes(form)) || keyShaped.test(text);
          expect(hasSecret || whole === text).toBe(true);
        },
      ),
    );
  });

  it("holds nothing back that is long and no secret", () => {
    const mask = byteMask([secret]);
    expect(mask.take(Buffer.alloc(100_000, "word ")).length).toBeGreaterThan(98_000);
  });
});
