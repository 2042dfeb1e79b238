import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { sessionView, writeYaml } from "../../src/export/index.ts";
import { journal } from "@skein/test-kit/generated";
import { anyText } from "@skein/test-kit/generated";
import { withStrings } from "./collect.ts";
import { richEntries, richSession } from "./rich-session.ts";

describe("a session as YAML", () => {
  it("reads like this", async () => {
    const shown = await writeYaml(sessionView(richSession, richEntries));
    await expect(shown).toMatchFileSnapshot("fixtures/rich-session.yaml");
  });

  it("parses back to what its JSON says, whatever the texts are", async () => {
    const hostile = fc.oneof(
      anyText,
      fc
        .array(
          fc.constantFrom("\n", " ", "\t", "# x", "- ", ": ", "|", "\r", "\u0000", "\u2028", "é", "yes", "~"),
        )
        .map((some) => some.join("")),
      fc.constantFrom(
        "\uD800",
        "0x10",
        "null",
        "2026-01-01",
        "\uFEFFx",
        "a\n\n",
        "\n a",
        "x \ny",
        " \n",
        "<<",
        "*a",
      ),
    );
    await checkProperty(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async (texts) => {
        let next = 0;
        const entries = withStrings(richEntries, () => texts[next++ % texts.length] ?? "");
        const view = sessionView(richSession, entries);
        const bytes = Buffer.from(await writeYaml(view)).toString();
        expect(parse(bytes)).toEqual(JSON.parse(JSON.stringify(view)));
      }),
      { numRuns: 60 },
    );
  });

  it("can be made of every journal", async () => {
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const view = sessionView("s", entries);
        expect(parse(await writeYaml(view))).toEqual(JSON.parse(JSON.stringify(view)));
      }),
      { numRuns: 40 },
    );
  });
});
