import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { isArchive, readArchive } from "../../src/queue/archive/read-archive.ts";

it.each([
  ["x.tar.gz", true],
  ["/srv/X.TGZ", true],
  ["x.tar", true],
  ["https://git.example/x.tgz?key=1", true],
  ["https://git.example/x.git#main", false],
  ["https://git.example/x#a.tar", false],
  ["git@git.example:shop", false],
  ["x.zip", false],
])("takes by its name whether %s is an archive", (written, is) => expect(isArchive(written)).toBe(is));

it("reads a file, relative to a folder, up to a limit", async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "x.tgz"), "bytes");
  expect(await readArchive("x.tgz", folder.path)).toEqual({ name: "x.tgz", bytes: Buffer.from("bytes") });
  await expect(readArchive("x.tgz", folder.path, { limit: 4 })).rejects.toThrow(
    /x\.tgz .* more than 0\.000004 MB/,
  );
  await expect(readArchive("y.tgz", folder.path)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("y.tgz cannot be worked on: it cannot be read: ENOENT") as string,
  });
});

it.each([
  ["http://h.example/x.tar", "by https: alone"],
  ["ftp://h.example/x.tar", "by https: alone"],
  ["https://me:secret@h.example/x.tar", "a user or a password"],
  ["https://h.example/x.tar?secret#main", "no branches"],
])("refuses %s, and repeats no secret of it", async (written, why) => {
  const reading = readArchive(written, "/", { fetch: () => expect.unreachable() });
  await expect(reading).rejects.toMatchObject({ message: expect.stringContaining(why) as string });
  await expect(reading).rejects.not.toThrow("secret");
});

it("fetches an address, up to a limit", async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url?.startsWith("/x.tgz") ? 200 : 404;
    response.end("bytes");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const there: typeof fetch = (input, options) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, options);
  };
  const get = (written: string, limit = 5) => readArchive(written, "/", { limit, fetch: there });
  try {
    const { name, bytes } = await get("https://h.example/x.tgz?key=secret");
    expect([name, Buffer.from(bytes).toString()]).toEqual(["x.tgz", "bytes"]);
    await expect(get("https://h.example/x.tgz", 4)).rejects.toThrow(
      "h.example/x.tgz cannot be worked on: it has more",
    );
    await expect(get("https://h.example/y.tgz?key=secret")).rejects.toThrow(
      "https://h.example/y.tgz cannot be worked on: the server answers 404.",
    );
  } finally {
    server.close();
  }
  await expect(get("https://h.example/x.tgz")).rejects.toThrow(/cannot be read: fetch failed \(.+\)/);
});
