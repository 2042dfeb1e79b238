import { readFile, stat } from "node:fs/promises";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { call, says, torture, using } from "./workshop.ts";

describe("the result of a call", () => {
  it.each([
    ["audio", "[A part that cannot be shown here is left out: audio/wav, 3 bytes.]"],
    ["svg", "[A part that cannot be shown here is left out: image/svg+xml, 6 bytes.]"],
    ["link", "[Resource: A <file:///a> (text/plain)]"],
    ["embedded", "[x://t]\ninside"],
    ["structured", '{\n  "celsius": 3\n}'],
    ["nothing", "(The tool gave no output.)"],
    ["surrogate", "a\ufffdb"],
    ["failed", "No such city."],
    ["failedSilently", "The tool failed and did not say why."],
  ])("%s becomes text", async (tool, words) => {
    await using extension = using(torture("odd-results"));
    expect(await says(extension, tool)).toBe(words);
  });

  it("of an unknown kind is named, and the rest of it stays", async () => {
    await using extension = using(torture("odd-results"));
    expect(await call(extension, "unknown")).toEqual({
      content: [
        { type: "text", text: '[A part of an unknown kind, "hologram", is left out.]' },
        { type: "text", text: "and text" },
        { type: "text", text: "[A part that cannot be read.]" },
        { type: "text", text: "[A part that cannot be read.]" },
      ],
    });
  });

  it("keeps texts and images in their order", async () => {
    await using extension = using(torture("odd-results"));
    expect(await call(extension, "mixed")).toMatchObject({
      content: [
        { type: "text", text: "one" },
        { type: "image", mediaType: "image/png", data: expect.stringMatching(/^iVBOR/) as string },
        { type: "text", text: "two" },
      ],
    });
    expect(await call(extension, "blob")).toMatchObject({ content: [{ type: "image" }] });
  });

  it("that cannot be shown is kept in the call's folder, for its owner alone", async () => {
    await using folder = await temporaryFolder();
    await using extension = using(torture("odd-results"));
    const callFolder = `${folder.path}/call`;
    const outcome = await call(extension, "svg", {}, { callFolder });
    expect(outcome).toMatchObject({
      artifacts: [{ path: `${callFolder}/part-1.svg`, mediaType: "image/svg+xml", bytes: 6 }],
    });
    expect(await readFile(`${callFolder}/part-1.svg`, "utf8")).toBe("<svg/>");
    expect((await stat(`${callFolder}/part-1.svg`)).mode & 0o777).toBe(0o600);
    expect((await stat(callFolder)).mode & 0o777).toBe(0o700);
  });

  it("has its PDF, audio and other bytes in files, each named with its source, type and size", async () => {
    await using folder = await temporaryFolder();
    await using extension = using(torture("odd-results"));
    const callFolder = `${folder.path}/call`;
    const outcome = await call(extension, "files", {}, { callFolder });
    expect("content" in outcome && outcome.content.map((part) => part.type === "text" && part.text)).toEqual([
      `[A part that cannot be shown here (file:///report.pdf) is in ${callFolder}/part-1.pdf: application/pdf, 8 bytes.]`,
      `[A part that cannot be shown here is in ${callFolder}/part-2.mp3: audio/mpeg, 3 bytes.]`,
      `[A part that cannot be shown here (x://raw\\u{202e}) is in ${callFolder}/part-3.bin: application/octet-stream, 2 bytes.]`,
      `[A part that cannot be shown here is in ${callFolder}/part-4.svg: Image/SVG+XML; charset=utf-8, 6 bytes.]`,
    ]);
    expect("artifacts" in outcome && outcome.artifacts?.map(({ path, bytes }) => [path, bytes])).toEqual([
      [`${callFolder}/part-1.pdf`, 8],
      [`${callFolder}/part-2.mp3`, 3],
      [`${callFolder}/part-3.bin`, 2],
      [`${callFolder}/part-4.svg`, 6],
    ]);
    expect(await readFile(`${callFolder}/part-1.pdf`, "latin1")).toBe("%PDF-1.7");
  });

  it("that failed is a failure", async () => {
    await using extension = using(torture("odd-results"));
    expect(await call(extension, "failed")).toEqual({ kind: "failed", message: "No such city." });
  });
});

it("an error of a server that does not say what is wrong is a failure at once", async () => {
  await using extension = using(torture("odd-errors"));
  const names = (await extension.tools()).map(({ name }) => name);
  const said = await Promise.all(names.map((name) => says(extension, name)));
  expect(new Set(said)).toEqual(
    new Set(["The call failed: the server sent an error that does not say what is wrong."]),
  );
});
