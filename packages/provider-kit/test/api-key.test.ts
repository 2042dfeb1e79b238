import { describe, expect, it } from "vitest";
import { apiKey } from "../src/index.ts";

const wanted = { provider: "vendor", variables: ["VENDOR_KEY", "VENDOR_TOKEN"] };

describe("the key of a provider", () => {
  it.each([
    ["given by the caller", { explicit: " mine\n", env: { VENDOR_KEY: "env" } }, "mine"],
    ["in the first variable", { env: { VENDOR_KEY: "a", VENDOR_TOKEN: "b" } }, "a"],
    ["in the next variable when the first is empty", { env: { VENDOR_KEY: " ", VENDOR_TOKEN: "b" } }, "b"],
    [
      "in the secret source at last",
      { env: {}, secrets: (name: string) => (name === "VENDOR_TOKEN" ? "kept" : undefined) },
      "kept",
    ],
  ])("is found %s", async (_, where, expected) => {
    expect(await apiKey({ ...wanted, ...where })).toBe(expected);
  });

  it("is asked for by name when there is none", async () => {
    await expect(apiKey({ ...wanted, explicit: "", env: {} })).rejects.toMatchObject({
      name: "ConfigError",
      code: "missing-key",
      message: "No API key for vendor.",
      hint: "Set VENDOR_KEY or VENDOR_TOKEN to your key.",
      nextStep: { do: "store-key" },
    });
  });

  it.each(["two words", "schlüssel", "a\u0007b"])(
    "is refused when no header can carry it, and not shown (%j)",
    async (key) => {
      const error: unknown = await apiKey({ ...wanted, env: { VENDOR_KEY: key } }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: "usage" });
      expect(JSON.stringify([error, String(error)])).not.toContain(key);
    },
  );
});
