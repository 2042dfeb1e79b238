import { PhotonImage } from "@cf-wasm/photon";
import { expect, it } from "vitest";
import { fitImage } from "../src/index.ts";

const [width, height] = [1600, 400];

const jpeg = photo();

/** White, with a black upper left quarter. */
function photo(): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height / 2; y++)
    for (let x = 0; x < width / 2; x++) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return Buffer.from(new PhotonImage(pixels, width, height).get_bytes_jpeg(90));
}

/** As a camera writes it that was not held upright. */
function withOrientation(image: Buffer, order: "II" | "MM", orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  const short = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  tiff.write(order, "latin1");
  short(42, 2);
  if (order === "II") tiff.writeUInt32LE(8, 4);
  else tiff.writeUInt32BE(8, 4);
  short(1, 8); // one entry: tag, type, count, value
  short(0x0112, 10);
  short(3, 12);
  short(orientation, 18);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([image.subarray(0, 2), head, body, image.subarray(2)]);
}

/** Which quarters are black: upper left, upper right, lower left, lower right. */
function quarters(data: string): string {
  const image = PhotonImage.new_from_byteslice(Buffer.from(data, "base64"));
  const [w, h] = [image.get_width(), image.get_height()];
  const pixels = image.get_raw_pixels();
  const isBlack = (x: number, y: number) => (pixels[(y * w + x) * 4] ?? 0) < 128;
  const places = [
    [20, 20],
    [w - 20, 20],
    [20, h - 20],
    [w - 20, h - 20],
  ] as const;
  return `${w > h ? "wide" : "high"} ${places.map(([x, y]) => (isBlack(x, y) ? "#" : ".")).join("")}`;
}

it.each([
  ["II", 3, "wide ...#"],
  ["II", 5, "high #..."],
  ["MM", 6, "high .#.."],
  ["MM", 8, "high ..#."],
] as const)(
  "a photo that is scaled down is turned as its camera noted: %s %i",
  async (order, orientation, seen) => {
    const data = withOrientation(jpeg, order, orientation).toString("base64");
    expect(quarters((await fitImage({ data }))?.data ?? "")).toBe(seen);
  },
);

it("a photo whose notes break off stays as it lies", async () => {
  const broken = withOrientation(jpeg, "II", 6);
  broken.writeUInt32LE(0xffff, 16); // where the notes are said to begin
  expect(quarters((await fitImage({ data: broken.toString("base64") }))?.data ?? "")).toBe("wide #...");
});
