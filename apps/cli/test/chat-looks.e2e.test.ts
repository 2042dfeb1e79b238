import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

/** One red pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/** All bytes of a chat that looks at a picture and is left, in a terminal that says this of itself. */
async function bytesIn(env: Readonly<Record<string, string>>, message = "look"): Promise<string> {
  await using folder = await temporaryFolder();
  const turns = [{ calls: [{ name: "read", input: { path: "dot.png" } }] }, { text: "A `red` dot." }];
  await writeFile(join(folder.path, "model.json"), JSON.stringify({ turns }));
  await mkdir(join(folder.path, ".config", "skein"), { recursive: true });
  await writeFile(
    join(folder.path, ".config", "skein", "config.yaml"),
    "models:\n  model.json: { images: true }\n",
  );
  await writeFile(join(folder.path, "dot.png"), Buffer.from(png, "base64"));
  const flags = ["--provider", "replay", "--model", "model.json"];
  await using chat = skeinInTerminal(flags, { cwd: folder.path, env });
  await chat.shows("smart_approve");
  chat.type(`${message}\r`);
  await chat.shows("done · 2 turns");
  chat.type("/exit\r");
  await chat.shows("skein resume ");
  expect(await chat.ended).toBe(0);
  return chat.output();
}

describe.skipIf(!hasTerminal).concurrent("what a chat sends to a terminal", () => {
  it("is a picture in kitty's protocol, links, a title and the colours of its ground", async () => {
    const output = await bytesIn({ KITTY_WINDOW_ID: "1", COLORTERM: "truecolor", COLORFGBG: "0;15" });
    expect(output).toContain("\x1b_Ga=T,f=100,q=2,C=1,");
    expect(output).toContain(png);
    expect(output).toContain(`\x1b]8;;file://${hostname()}/`);
    expect(output).toContain("\x1b[22;2t\x1b]2;");
    expect(output.lastIndexOf("\x1b[23;2t")).toBeGreaterThan(output.lastIndexOf("\x1b]2;"));
    expect(output).toContain("\x1b[38;2;0;82;122mred\x1b[39m");
    expect(output).not.toContain("\x1b]11;?");
  });

  it("is a picture that the user has sent, too", async () => {
    const output = await bytesIn({ KITTY_WINDOW_ID: "1" }, "@dot.png what is it?");
    expect(output.split("\x1b_Ga=T,f=100,")).toHaveLength(3);
  });

  it("is a line for the picture, and no colour, where NO_COLOR is set and nothing more is known", async () => {
    const output = await bytesIn({ NO_COLOR: "1", SKEIN_TERMINAL_TITLE: "false" });
    expect(output).toContain("dot.png · 1 × 1 · image/png · 69 bytes · ");
    expect(output).not.toContain("\x1b_G");
    expect(output).not.toContain("\x1b]2;");
    // oxlint-disable-next-line no-control-regex
    expect(output.match(/\x1b\[(?:3[0-7]|9[0-7]|38;[\d;]+|[1-4])m/g)).toBeNull();
  });
});
