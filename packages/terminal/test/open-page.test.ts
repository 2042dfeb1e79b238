import { describe, expect, it } from "vitest";
import { browserCommand, canOpenPages } from "../src/open-page.ts";

const url = "https://login.example/?a=1&b=$(evil)";

describe("the command that opens a page", () => {
  it("is the system's", () => {
    expect(browserCommand(url, undefined, "linux")).toEqual(["xdg-open", url]);
    expect(browserCommand(url, "", "darwin")).toEqual(["open", url]);
    expect(browserCommand(url, undefined, "win32")).toEqual(["rundll32", "url.dll,FileProtocolHandler", url]);
  });

  it("is the one that BROWSER names, with the address in its place", () => {
    expect(browserCommand(url, "firefox --new-window", "linux")).toEqual(["firefox", "--new-window", url]);
    expect(browserCommand(url, "open-in %s --quiet", "linux")).toEqual(["open-in", url, "--quiet"]);
  });
});

it.each([
  [{ DISPLAY: ":0" }, "linux", true],
  [{ WAYLAND_DISPLAY: "wayland-0" }, "linux", true],
  [{}, "linux", false],
  [{}, "darwin", true],
  [{ SSH_CONNECTION: "1" }, "darwin", false],
  [{ BROWSER: "w3m", SSH_CONNECTION: "1" }, "linux", true],
] as const)("a page can be opened with %j on %s: %s", (env, platform, can) => {
  expect(canOpenPages(env, platform)).toBe(can);
});
