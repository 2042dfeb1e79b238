import { describe, expect, it } from "vitest";
import { isInflection, termsOf } from "../src/recall/terms.ts";

const shown = (query: string) =>
  termsOf(query).map(({ kind, form, isOneOfSeveral }) => `${kind} ${form}${isOneOfSeveral ? "!" : ""}`);

describe("what a question looks for", () => {
  it.each([
    [
      "Where is src/retry-wait.ts?",
      ["name src/retry-wait.ts", "word src", "word retry", "word wait", "word ts"],
    ],
    ["10.0.3", ["name 10.0.3", "number 10", "number 0", "number 3"]],
    ["Foo::b4r@ba_z#7", ["name foo::b4r@ba_z#7", "word foo", "number 4", "word ba", "number 7"]],
    ["é2./ü9-ñ_", ["name é2./ü9-ñ_", "number 2", "number 9"]],
    ["maxRetryMs", ["word max", "word retry", "word ms"]],
    ["HTTPServerOptions2", ["word http", "word server", "word options", "number 2"]],
    ["ab_cd -", ["word ab", "word cd"]],
    ["ÉCOLE Größe naïve", ["word école", "word größe", "word naïve"]],
    ["שלום עולם", ["word שלום", "word עולם"]],
    ["27500 ms", ["number 27500", "word ms"]],
    ["配置文件 server", ["unspaced 配置", "unspaced 置文", "unspaced 文件", "word server"]],
    ["ひらがカナ", ["unspaced ひら", "unspaced らが", "unspaced がカ", "unspaced カナ"]],
    ["配", ["unspaced 配"]],
    ["ไทย", ["unspaced ไท", "unspaced ทย"]],
    ["retry, RETRY and Retry", ["word retry"]],
    ["x 5 files", ["number 5", "word files"]],
    ["what of it", ["word what", "word of", "word it"]],
    ["x of y", ["word x", "word of", "word y"]],
    ["imported into the importer", ["word imported!", "word importer!"]],
    ["?!", []],
  ])("in %j is %j", (query, terms) => {
    expect(shown(query)).toEqual(terms);
  });

  it("is what comes first where there is too much", () => {
    const words = Array.from(
      { length: 30 },
      (_, index) => `${String.fromCharCode(97 + (index % 26))}q${"z".repeat(index)}`,
    );
    expect(shown(words.join(" "))).toEqual(words.slice(0, 24).map((word) => `word ${word}`));
  });
});

describe("a word without its ending", () => {
  it.each([
    ["operations operation operat", "oper oper operat"],
    ["payments payment", "pay pay"],
    ["settings setting set", "set set set"],
    ["versions version", "vers vers"],
    ["retries retried retry", "retr retr retr"],
    ["workers worker worked works work", "work work work work work"],
    ["boxes quickly files file", "box quick fil fil"],
    [
      "stopped committing digger spammer planned webbing hitting mapped barred",
      "stop commit dig spam plan web hit map bar",
    ],
    ["fitters toppers cuttings", "fit top cut"],
    ["adding falling passing puffed", "add fall pass puff"],
    ["buggy classes", "bugg class"],
    ["class less", "class less"],
    ["used ties ring bees", "used tie ring bee"],
  ])("of %s is %s", (words, stems) => {
    expect(
      words
        .split(" ")
        .map((word) => termsOf(word)[0]?.stem)
        .join(" "),
    ).toBe(stems);
  });
});

describe("the rest of a word is an ending", () => {
  it.each([
    ["retr", "ies", true],
    ["work", "", true],
    ["work", "er", true],
    ["stop", "ping", true],
    ["stop", "p", true],
    ["fil", "e", true],
    ["us", "d", true],
    ["use", "r", true],
    ["run", "ning", true],
    ["import", "ance", false],
    ["stop", "ting", false],
    ["stop", "page", false],
  ])("%s-%s: %s", (stem, rest, isOne) => {
    expect(isInflection(stem, rest)).toBe(isOne);
  });
});
