import { describe, expect, it } from "vitest";
import { fitImage, fitOutcome } from "../src/index.ts";
import { imageSize } from "../src/images/image-size.ts";
import { png } from "./images.ts";

const fitted = (bytes: Buffer) => fitImage({ data: bytes.toString("base64") });

async function sizeOf(bytes: Buffer) {
  const image = await fitted(bytes);
  return image && imageSize(Buffer.from(image.data, "base64"));
}

/** One pixel each. */
const samples = {
  "image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
};

describe("an image for a model", () => {
  it("stays as it is while it is small", async () => {
    const data = png(1568, 900).toString("base64");
    expect(await fitImage({ data })).toEqual({ type: "image", mediaType: "image/png", data });
  });

  it.each(Object.entries(samples))("is what its bytes say: %s", async (mediaType, data) => {
    expect(await fitImage({ data })).toEqual({ type: "image", mediaType, data });
    expect(imageSize(Buffer.from(data, "base64"))).toEqual({ mediaType, width: 1, height: 1 });
  });

  it("is scaled down to the edge that vendors look at, in its proportions", async () => {
    expect(await sizeOf(png(3_000, 333))).toEqual({ mediaType: "image/png", width: 1568, height: 174 });
    expect(await sizeOf(png(3, 9_000))).toEqual({ mediaType: "image/png", width: 1, height: 1568 });
  });

  it("of too many bytes is packed tighter", async () => {
    const bytes = png(1568, 1568, true);
    const noise = Buffer.concat([bytes, Buffer.alloc(3_000_000)]);
    const image = await fitted(noise);
    expect(image?.mediaType).toBe("image/jpeg");
    expect(image?.data.length).toBeLessThan(5_000_000);
    expect(imageSize(Buffer.from(image?.data ?? "", "base64"))).toMatchObject({ width: 1568, height: 1568 });
  });

  it.each([
    ["damaged in its head", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
    ["damaged further on", png(3_000, 3_000).subarray(0, 60)],
    ["of no such kind", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    [
      "of too many pixels to decode",
      Buffer.concat([png(1, 1).subarray(0, 16), Buffer.from("0000ffff0000ffff", "hex")]),
    ],
    ["empty", Buffer.alloc(0)],
  ])("%s is not an image, and a result says so", async (_what, bytes) => {
    const part = { type: "image", mediaType: "image/png", data: bytes.toString("base64") } as const;
    expect(await fitImage(part)).toBeUndefined();
    const outcome = await fitOutcome({ content: [part] }, { callFolder: undefined });
    expect(outcome).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("[An image was left out") as string }],
    });
  });
});
