import type { JsonObject } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { defineExtension, definePrompt, defineResource, defineTool } from "../src/index.ts";
import { parseUriTemplate } from "../src/offers/uri-template.ts";
import { contextWith } from "./context.ts";

const greet = definePrompt({
  name: "greet",
  title: "Greeting",
  description: "Greets somebody.",
  arguments: {
    name: { description: "Whom.", complete: () => ["Ada", "Alan", "Barbara"] },
  },
  optionalArguments: {
    language: { complete: (_, { name }) => (name === "Ada" ? ["English", "French"] : []) },
  },
  messages({ name, language }) {
    expectTypeOf(name).toEqualTypeOf<string>();
    expectTypeOf(language).toEqualTypeOf<string | undefined>();
    return `Greet ${name} in ${language ?? "any language"}.`;
  },
});

describe("a prompt", () => {
  const { prompts } = defineExtension({ name: "e", prompts: [greet] });

  it("is listed with its arguments, and filled with values", async () => {
    expect(await prompts?.list()).toEqual([
      {
        name: "greet",
        title: "Greeting",
        description: "Greets somebody.",
        arguments: [{ name: "name", description: "Whom.", isRequired: true }, { name: "language" }],
      },
    ]);
    expect(await prompts?.get("greet", { name: "Ada" })).toEqual({
      description: "Greets somebody.",
      messages: [{ role: "user", content: [{ type: "text", text: "Greet Ada in any language." }] }],
    });
  });

  it("says which arguments it needs, and which prompts there are", async () => {
    await expect(prompts?.get("greet", { title: "Dr." })).rejects.toThrow(
      'Arguments of the prompt "greet": "name" is missing, there is no "title".',
    );
    await expect(prompts?.get("bye", {})).rejects.toThrow('There is no prompt "bye". There are: greet.');
    await expect(prompts?.get("__proto__", {})).rejects.toThrow("There is no prompt");
  });

  it("suggests values that begin with what is typed, knowing the others", async () => {
    expect(await prompts?.complete?.("greet", { name: "name", value: "a" })).toEqual(["Ada", "Alan"]);
    const typed = { name: "language", value: "", given: { name: "Ada" } };
    expect(await prompts?.complete?.("greet", typed)).toEqual(["English", "French"]);
    expect(await prompts?.complete?.("greet", { name: "constructor", value: "" })).toEqual([]);
  });

  it("has a name of its own", () => {
    expect(() => defineExtension({ name: "e", prompts: [greet, greet] })).toThrow("same name");
  });
});

describe("resources", () => {
  const listeners = new Set<() => void>();
  const { resources } = defineExtension({
    name: "e",
    resources: [
      defineResource({ uri: "note:///all", name: "All", mediaType: "text/plain", read: () => "a\nb" }),
      defineResource({ uri: "note:///raw", name: "Raw", read: () => new Uint8Array([1, 2]) }),
      defineResource({
        uriTemplate: "note:///{id}",
        name: "Note",
        read: ({ id }) => (id === "gone" ? undefined : `note ${id}`),
        complete: { id: () => ["one", "two"] },
        watch(_, changed) {
          listeners.add(changed);
          return () => void listeners.delete(changed);
        },
      }),
    ],
  });

  it("are listed apart from templates", async () => {
    expect(await resources?.list()).toEqual([
      { uri: "note:///all", name: "All", mediaType: "text/plain" },
      { uri: "note:///raw", name: "Raw" },
    ]);
    expect(await resources?.templates?.()).toEqual([{ uriTemplate: "note:///{id}", name: "Note" }]);
  });

  it("are read as text or bytes, the listed ones before those of a template", async () => {
    expect(await resources?.read("note:///all")).toEqual([
      { uri: "note:///all", mediaType: "text/plain", text: "a\nb" },
    ]);
    expect(await resources?.read("note:///raw")).toEqual([{ uri: "note:///raw", data: "AQI=" }]);
    expect(await resources?.read("note:///x%20y")).toEqual([{ uri: "note:///x%20y", text: "note x y" }]);
    await expect(resources?.read("note:///gone")).rejects.toThrow('There is no resource "note:///gone".');
    await expect(resources?.read("file:///etc/passwd")).rejects.toThrow("There is no resource");
  });

  it("tell of changes until the subscription ends", async () => {
    let changes = 0;
    const end = await resources?.subscribe?.("note:///1", () => void changes++);
    for (const changed of listeners) changed();
    end?.();
    expect([changes, listeners.size]).toEqual([1, 0]);
    await expect(resources?.subscribe?.("other:///", () => {})).rejects.toThrow("There is no resource");
  });

  it("suggest values for the variables of their templates", async () => {
    expect(await resources?.complete?.("note:///{id}", { name: "id", value: "t" })).toEqual(["two"]);
  });

  it("are refused with a URI or template that is not valid", () => {
    const read = () => "";
    expect(() => defineResource({ uri: "all", name: "n", read })).toThrow("is not a URI");
    expect(() => defineResource({ uriTemplate: "a:/{?x}", name: "n", read })).toThrow("{name} and {+name}");
    expect(() => defineResource({ uriTemplate: "a:/{x}/{x}", name: "n", read })).toThrow("twice");
    const complete = { y: () => [] };
    expect(() => defineResource({ uriTemplate: "a:/{x}", name: "n", read, complete })).toThrow('"y"');
  });
});

describe("a URI template", () => {
  it("gives back every value that was put into it", () => {
    const template = parseUriTemplate("a:/{one}/b/{+rest}?x=(1)");
    checkProperty(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.webPath().filter((path) => path.length > 1),
        (one, rest) => {
          const uri = `a:/${encodeURIComponent(one.toWellFormed())}/b/${rest}?x=(1)`;
          expect(template.match(uri)).toEqual({ one: one.toWellFormed(), rest: decodeURIComponent(rest) });
        },
      ),
    );
    expect(template.match("a:/%/b/c?x=(1)")).toBeUndefined();
    expect(template.match("a:/x/y/b/c?x=(1)")).toBeUndefined();
  });
});

describe("the state of an extension", () => {
  function counter() {
    const disposed: number[] = [];
    const extension = defineExtension({
      name: "counter",
      state: () => ({
        count: 0,
        [Symbol.dispose]() {
          disposed.push(this.count);
        },
      }),
      tools: (state) => [
        defineTool({
          name: "add",
          description: "Adds.",
          effect: "writes",
          input: z.object({ by: z.int() }),
          output: z.object({ count: z.int() }),
          run: ({ by }, context) => ({ count: (state(context).count += by) }),
        }),
      ],
    });
    const add = async (session: string, by: number) => {
      const outcome = await extension.callTool("add", { by }, contextWith({ session }));
      return "structured" in outcome ? (outcome.structured as JsonObject)["count"] : outcome;
    };
    return { extension, add, disposed };
  }

  it("that cannot be disposed does not keep the extension from closing", async () => {
    let closed = false;
    const extension = defineExtension({
      name: "e",
      state: () => ({
        [Symbol.dispose]() {
          throw new Error("no disk");
        },
      }),
      tools: (state) => [
        defineTool({
          name: "touch",
          description: "",
          effect: "reads",
          input: z.object({}),
          run: (_, context) => (state(context), "touched"),
        }),
      ],
      close: () => void (closed = true),
    });
    await extension.callTool("touch", {}, contextWith());
    await expect(extension.close()).rejects.toThrow("no disk");
    expect(closed).toBe(true);
  });

  it("is one for each session, and is disposed with it or with the extension", async () => {
    const { extension, add, disposed } = counter();
    expect([await add("a", 1), await add("a", 2), await add("b", 5)]).toEqual([1, 3, 5]);
    await extension.endSession?.("a");
    expect(disposed).toEqual([3]);
    expect(await add("a", 7)).toBe(7);
    await extension.close();
    expect(new Set(disposed)).toEqual(new Set([3, 5, 7]));
  });
});

describe("what a tool says of its results", () => {
  it("is their schema, and a result that does not match it is a failure", async () => {
    const odd = defineTool({
      name: "odd",
      description: "",
      effect: "reads",
      input: z.object({ answer: z.json() }),
      output: z.object({ count: z.int() }),
      run: ({ answer }) => answer,
    });
    expect(odd.outputSchema).toMatchObject({ type: "object", required: ["count"] });
    const extension = defineExtension({ name: "e", tools: [odd] });
    const call = (answer: JsonObject | string) => extension.callTool("odd", { answer }, contextWith());
    expect(await call({ count: 1 })).toMatchObject({ structured: { count: 1 } });
    expect(await call({ count: "1" })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("/count") as string,
    });
    expect(await call("text")).toMatchObject({ kind: "failed" });
  });
});

it("an author says why an extension does not work", () => {
  let problem: string | undefined;
  const extension = defineExtension({ name: "e", status: () => problem });
  expect(extension.status()).toEqual({ state: "ready" });
  problem = "The disk is full.";
  expect(extension.status()).toEqual({ state: "degraded", message: "The disk is full." });
});
