import { readFileSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionState, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { failureOf, workbench, type Workbench } from "./workbench.ts";

const file = (bench: Workbench) => join(bench.cwd, "f");
const put = (bench: Workbench, content: string) => writeFile(file(bench), content);
const content = (bench: Workbench) => readFileSync(file(bench), "utf8");
const words = async (bench: Workbench, tool: string, input: Record<string, JsonValue>) =>
  (await bench.says(tool, { path: "f", ...input })).replaceAll(`${bench.cwd}/`, "");

describe("a file that has changed since the model read it", () => {
  it("is not edited: the change is shown, and the same call again is made", async () => {
    await using bench = await workbench();
    await put(bench, "one\ntwo\nthree\n");
    await bench.says("read", { path: "f" });
    await put(bench, "one\ntwo\nthree\nby someone else\n");
    const edit = { old_text: "two", new_text: "2" };
    expect(await words(bench, "edit", edit)).toMatchInlineSnapshot(`
      "f has changed since you read it; nothing was written.
      What has changed:
      @@ line 4 @@
       two
       three
      +by someone else
      If the call is still right, make it again; else change it."
    `);
    expect(content(bench)).toBe("one\ntwo\nthree\nby someone else\n");
    expect(await words(bench, "edit", edit)).toContain("Edited f in 1 place");
    expect(content(bench)).toBe("one\n2\nthree\nby someone else\n");
  });

  it("says too when the edit no longer fits", async () => {
    await using bench = await workbench();
    await put(bench, "first line\nsecond line\n");
    await bench.says("read", { path: "f" });
    await put(bench, "first line\nsecond lines\n");
    expect(await words(bench, "edit", { old_text: "second line\n", new_text: "2\n" })).toMatchInlineSnapshot(`
      "f has changed since you read it; nothing was written.
      What has changed:
      @@ line 2 @@
       first line
      -second line
      +second lines
      If the call is still right, make it again; else change it.
      old_text is not in f; nothing was changed.
      The most similar lines are:
      2	second lines"
    `);
  });

  it("is not overwritten", async () => {
    await using bench = await workbench();
    await put(bench, "mine\n");
    await bench.says("read", { path: "f" });
    await put(bench, "theirs\n");
    expect(await words(bench, "write", { content: "new\n" })).toContain("-mine\n+theirs");
    expect(content(bench)).toBe("theirs\n");
    expect(await words(bench, "write", { content: "new\n" })).toContain("Wrote f");
  });

  it("is noticed by the precheck, before anyone is asked", async () => {
    await using bench = await workbench();
    await put(bench, "one\n");
    await bench.says("read", { path: "f" });
    await put(bench, "one\ntwo\n");
    const look = (mayQuote: boolean) =>
      bench.extension.precheckTool?.(
        "edit",
        { path: "f", old_text: "one", new_text: "1" },
        { session: "s", callId: "c", cwd: bench.cwd, signal: new AbortController().signal, mayQuote },
      );
    expect(JSON.stringify((await look(false)) ?? {})).not.toContain("has changed");
    expect(await look(true)).toMatchObject({ kind: "failed" });
    expect(await look(true)).toHaveProperty("preview");
  });

  it("is known by any of its names", async () => {
    await using bench = await workbench();
    await put(bench, "one\n");
    await symlink("f", join(bench.cwd, "link"));
    await bench.says("read", { path: "link" });
    expect(await words(bench, "write", { content: "two\n" })).toContain("Wrote f");
  });
});

describe("a file that the model has not read", () => {
  it("is not overwritten: its beginning is shown, and the same call again is made", async () => {
    await using bench = await workbench();
    await put(bench, "precious\n");
    expect(await words(bench, "write", { content: "new\n" })).toMatchInlineSnapshot(`
      "f exists and you have not read it; nothing was written.
      It is:
      1	precious
      If the call is still right, make it again; else change it."
    `);
    expect(content(bench)).toBe("precious\n");
    expect(await words(bench, "write", { content: "new\n" })).toContain("Wrote f");
  });

  it("is edited where old_text is there exactly so, once; not everywhere, and not with other white space", async () => {
    await using bench = await workbench();
    await put(bench, "a\na\n  b\nc\n");
    expect(await words(bench, "edit", { old_text: "c", new_text: "C" })).toContain("Edited");
    await using other = await workbench();
    await put(other, "a\na\n  b\n");
    expect(await words(other, "edit", { old_text: "a", new_text: "x", replace_all: true })).toContain(
      "Read it",
    );
    expect(await words(other, "edit", { old_text: "\tb\n", new_text: "\tB\n" })).toContain(
      "Copy them exactly",
    );
    expect(content(other)).toBe("a\na\n  b\n");
  });

  it.each(["cat f", "cd . && head -5 'f' | wc -l", "echo text > f"])("is known after %s", async (command) => {
    await using bench = await workbench();
    await put(bench, "old\n");
    await bench.says("shell", { command });
    expect(await words(bench, "write", { content: "new\n" })).toContain("Wrote f");
  });

  it.each(["ls -l f", "sed -i s/old/older/ f", "wc -l f", "true"])(
    "is not known after %s",
    async (command) => {
      await using bench = await workbench();
      await put(bench, "old\n");
      await bench.says("shell", { command });
      expect(failureOf(await bench.call("write", { path: "f", content: "new\n" }))).toBeDefined();
    },
  );
});

describe("what the model has read", () => {
  function keptState(): ExtensionState & { value: JsonValue | undefined } {
    const state = {
      value: undefined as JsonValue | undefined,
      read: () => state.value,
      write(value: JsonValue) {
        state.value = value;
        return Promise.resolve();
      },
    };
    return state;
  }

  it("is kept with the session, over the end of the process and back over a rewind", async () => {
    const state = keptState();
    await using bench = await workbench();
    await put(bench, "one\n");
    const before = state.value;
    await bench.says("read", { path: "f" }, { state });
    await using later = await workbench();
    const path = file(bench);
    await put(bench, "two\n");
    const said = await later.says("write", { path, content: "new\n" }, { state });
    expect(said).toContain("has changed since you read it");
    expect(said).toContain("1\ttwo");
    state.value = before ?? null;
    expect(await later.says("write", { path, content: "new\n" }, { state })).toContain(
      "you have not read it",
    );
  });

  it("is the newest 64 files, each once", async () => {
    const state = keptState();
    await using bench = await workbench();
    const names = Array.from({ length: 70 }, (_, index) => `f${index}`);
    for (const name of names) await writeFile(join(bench.cwd, name), name);
    await Promise.all([...names, ...names].map((name) => bench.says("read", { path: name }, { state })));
    const { files } = state.value as { files: Record<string, string> };
    expect(Object.keys(files)).toHaveLength(64);
  });
});

describe("an edit in other words than the file's", () => {
  async function after(text: string, input: Record<string, JsonValue>): Promise<readonly [string, string]> {
    await using bench = await workbench();
    await put(bench, text);
    await bench.says("read", { path: "f" });
    return [await words(bench, "edit", input), content(bench)];
  }

  it("is made with the file's indentation, and says so", async () => {
    const [said, now] = await after("if (a) {\n\tb();\n}\n", {
      old_text: "if (a) {\n  b();\n}",
      new_text: "if (a) {\n  b();\n  if (c) {\n    d();\n  }\n}",
    });
    expect(now).toBe("if (a) {\n\tb();\n\tif (c) {\n\t\td();\n\t}\n}\n");
    expect(said).toContain(
      "Edited f in 1 place (old_text differed in white space at line 1; the indentation of the file was kept)",
    );
  });

  it("is not made where white space is within a line, the place is not one, or the indentation does not follow", async () => {
    for (const [text, old, now] of [
      ['x = "a  b"\n', 'x = "a b"\n', "y\n"],
      ["  a\nb\n\ta\n", "    a\n", "c\n"],
      ["  a\n\tb\n", "a\nb\n", "a\n   c\n"],
    ] as const) {
      const [said, file2] = await after(text, { old_text: old, new_text: now });
      expect(said).toContain("nothing was changed");
      expect(file2).toBe(text);
    }
  });

  it("makes all edits of a call or none", async () => {
    const text = "one\ntwo\nthree\n";
    const more = [{ old_text: "three", new_text: "3" }];
    expect((await after(text, { old_text: "one", new_text: "1", more }))[1]).toBe("1\ntwo\n3\n");
    const [said, now] = await after(text, {
      old_text: "one",
      new_text: "1",
      more: [...more, { old_text: "tow and so on", new_text: "2" }],
    });
    expect(now).toBe(text);
    expect(said).toMatchInlineSnapshot(`
      "1 of 3 edits of f cannot be made; nothing was changed.
      Edit 3: old_text is not in the file.
      Nothing in the file is like it. Read the file again.
      Make the call again with all edits."
    `);
    const clash = await after(text, {
      old_text: "one\ntwo",
      new_text: "1",
      more: [{ old_text: "two", new_text: "2" }],
    });
    expect(clash).toEqual([
      "Edits 1 and 2 change the same place; nothing was changed.\nEach is made in the file as it is: join the two to one edit.",
      text,
    ]);
  });

  it("says that it has been made already", async () => {
    const [said] = await after("a\nnew text here\n", {
      old_text: "old text here",
      new_text: "new text here",
    });
    expect(said).toContain("new_text is there already, at line 2.");
  });

  it("refuses a character that the file's encoding does not have", async () => {
    await using bench = await workbench();
    await writeFile(file(bench), Buffer.from("caf\u00e9 one\n", "latin1"));
    const encoding = "windows-1252";
    expect(await words(bench, "edit", { old_text: "one", new_text: "→", encoding })).toContain(
      "windows-1252, which has no code for →",
    );
    const edit = { old_text: "café one", new_text: "café € two", encoding };
    expect(await words(bench, "edit", edit)).toContain("Edited");
    expect(readFileSync(file(bench))).toEqual(Buffer.from("caf\u00e9 \x80 two\n", "latin1"));
  });
});
