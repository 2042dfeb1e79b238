import { existsSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const script = {
  turns: [
    { text: "I **look**.", calls: [{ name: "shell", input: { command: "touch marker" } }] },
    { text: "Looked." },
    { text: "Second." },
  ],
};
/** One red point, as a PNG. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const flags = ["--provider", "replay", "--model", "model.json"];

describe.skipIf(!hasTerminal).concurrent("a chat where nothing can be drawn", () => {
  it.each([
    ["TERM=dumb", [], { TERM: "dumb" }],
    ["--plain", ["--plain"], {}],
  ] as const)("talks, asks and obeys commands in plain lines (%s)", async (_, extra, env) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "model.json"), JSON.stringify(script));
    await using chat = skeinInTerminal([...flags, ...extra], {
      cwd: folder.path,
      env: { NO_COLOR: "1", ...env },
    });
    await chat.shows("> ");
    chat.type("look\n");
    await chat.shows("touch marker");
    await chat.shows("n REASON");
    chat.type("perhaps\n");
    await chat.shows("Type one of the letters.");
    expect(existsSync(join(folder.path, "marker"))).toBe(false);
    chat.type("y\n");
    await chat.shows("Looked.");
    await chat.shows("done");
    expect(existsSync(join(folder.path, "marker"))).toBe(true);
    chat.type("/mode plan\n");
    await chat.shows("Permission mode: plan");
    chat.type('"""\nmany\nlines\n"""\n');
    await chat.shows("Second.");
    chat.type("/exit\n");
    expect(await chat.ended).toBe(0);
    expect(chat.output()).not.toContain("\x1b");
  });

  it("sends the image of the clipboard with the next message", async () => {
    await using folder = await temporaryFolder();
    const png = Buffer.from(pixel, "base64");
    await writeFile(join(folder.path, "image.png"), png);
    await writeFile(join(folder.path, "xclip"), `#!/bin/sh\nexec cat ${join(folder.path, "image.png")}\n`);
    await chmod(join(folder.path, "xclip"), 0o755);
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "A heron." }] }]);
    await using chat = skeinInTerminal(["--provider", "anthropic", "--plain"], {
      cwd: folder.path,
      env: {
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "k",
        DISPLAY: ":7",
        WAYLAND_DISPLAY: "",
        PATH: `${folder.path}:${process.env["PATH"] ?? ""}`,
      },
    });
    await chat.shows("> ");
    chat.type("/paste\n");
    await chat.shows("The image goes with your next message.");
    chat.type("what is it?\n");
    await chat.shows("A heron.");
    expect(server.requests.map(({ bytes }) => bytes.toString()).join("")).toContain(pixel);
    await rm(join(folder.path, "xclip"));
    chat.type("/paste\n");
    await chat.shows("The clipboard has no image.");
  });

  it("interrupts with Ctrl-C, and leaves with two", async () => {
    await using folder = await temporaryFolder();
    const turns = [{ calls: [{ name: "shell", input: { command: "echo up; sleep 60" } }] }];
    await writeFile(join(folder.path, "model.json"), JSON.stringify({ turns }));
    await using chat = skeinInTerminal([...flags, "--plain", "--mode", "auto"], { cwd: folder.path });
    await chat.shows("> ");
    chat.type("go\n");
    await chat.shows("● shell");
    chat.type("\x03");
    await chat.shows("cancelled");
    chat.type("\x03");
    await chat.shows("Once more");
    chat.type("\x03");
    expect(await chat.ended).toBe(0);
  });
});

describe.skipIf(!hasTerminal)("the end of the input", () => {
  it("lets the answer come to its end, and then leaves", async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, "model.json"),
      JSON.stringify({ turns: [{ text: "All of it." }], delayMs: 50 }),
    );
    await using chat = skeinInTerminal([...flags, "--plain"], { cwd: folder.path });
    await chat.shows("> ");
    chat.type("go\n\x04");
    expect(await chat.ended).toBe(0);
    expect(chat.output()).toContain("All of it.");
    expect(chat.output()).toContain("done");
  });

  it("leaves a question without an answer, and nothing is run", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "model.json"), JSON.stringify(script));
    await using chat = skeinInTerminal([...flags, "--plain"], { cwd: folder.path });
    await chat.shows("> ");
    chat.type("go\n");
    await chat.shows("n REASON");
    chat.type("\x04");
    expect(await chat.ended).toBe(0);
    expect(chat.output()).toContain("needs-input");
    expect(existsSync(join(folder.path, "marker"))).toBe(false);
  });
});

describe("a chat without a terminal", () => {
  it.each([
    [[], "Usage"],
    [["chat"], "needs a terminal"],
    [["-r"], "needs a terminal"],
    [["--resmue"], "--resume"],
    [["chat", "hello"], "skein run -t"],
  ])("%j ends with 2 and says what to do", async (args, said) => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
  });

  it("has a help of its own", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.run(["chat", "--help"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("--session-id");
    expect(stdout).not.toContain("--output-format");
  });
});
