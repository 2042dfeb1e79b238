import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** A black PNG. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc((width + 1) * height)));
  const magic = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([magic, chunk("IHDR", head), pixels, chunk("IEND", Buffer.alloc(0))]);
}

it("an image that is too large for a model reaches it scaled down, and a damaged one as a line", async () => {
  const look = ["large.png", "damaged.png"].map((path, at) => ({
    type: "tool-call" as const,
    id: `t${at}`,
    name: "read",
    input: { path },
  }));
  await using server = await anthropicServer([
    { parts: look },
    { parts: [{ type: "text", text: "Black." }] },
  ]);
  await using skein = await skeinHome(server.url);
  writeFileSync(join(skein.home, "large.png"), png(9_000, 1_500));
  writeFileSync(join(skein.home, "damaged.png"), png(9_000, 1_500).subarray(0, 100));
  const { exitCode } = await skein.here(["run", "-t", "look", "--mode", "auto"]);
  expect(exitCode).toBe(0);
  const sent = server.requests[1]?.bytes.toString() ?? "";
  const image = Buffer.from(/"data":"(iVBOR[^"]+)"/.exec(sent)?.[1] ?? "", "base64");
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1568, 261]);
  expect(sent).toContain("[An image was left out: image/png, ");
});

it("files that the task names or that are attached go with it; without a task they are refused", async () => {
  await using server = await anthropicServer([{ parts: [{ type: "text", text: "Seen." }] }]);
  await using skein = await skeinHome(server.url);
  writeFileSync(join(skein.home, "dot.png"), png(3, 2));
  writeFileSync(join(skein.home, "notes.txt"), "Milk.\n");
  const dot = join(skein.home, "dot.png");
  const { exitCode } = await skein.here(["run", "-t", "Compare with @notes.txt", "--attach", dot]);
  expect(exitCode).toBe(0);
  const sent = server.requests[0]?.bytes.toString() ?? "";
  const image = { type: "base64", media_type: "image/png", data: png(3, 2).toString("base64") };
  expect(sent).toContain(JSON.stringify({ type: "image", source: image }));
  expect(sent).toContain("Milk.");

  const refused = await skein.here(["resume", "--attach", dot]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("Files need a task.");
});
