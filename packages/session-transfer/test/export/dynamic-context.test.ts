import type { Entry, EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { writeMarkdown } from "../../src/export/index.ts";
import { pageOf, text } from "./collect.ts";

const said: readonly EntryBody[] = [
  { kind: "run-start", input: [{ type: "text", text: "Go on." }] },
  { kind: "user-message", from: "user", content: [{ type: "text", text: "Go on." }] },
  {
    kind: "dynamic-context",
    sections: [
      { name: "date", text: "Today is 2030-01-02." },
      { name: "todo", text: "- [ ] `<b>` & ```fences```\n</details>" },
      { name: "<i>ext</i>", text: "" },
    ],
  },
];
const entries = said.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }));

describe("what the model was told by itself", () => {
  it("is in Markdown, folded, and stays within its fold", async () => {
    const shown = await text(writeMarkdown("s", entries));
    expect(shown).toContain(
      "<details><summary>Told to the model: date, todo, &lt;i&gt;ext&lt;/i&gt;</summary>\n\n````\nToday is 2030-01-02.",
    );
    expect(shown).toContain('The earlier context "<i>ext</i>" no longer applies.\n````\n\n</details>');
  });

  it("is on the page, folded and as text", async () => {
    const page = await pageOf(entries);
    expect(page).toContain(
      '<details class="event" id="entry-3"><summary>Told to the model: date, todo, &lt;i&gt;ext&lt;/i&gt;</summary>',
    );
    expect(page).toContain("Today is 2030-01-02.");
    expect(page).not.toContain("<i>ext</i>");
  });
});
