import { describe, expect, it } from "vitest";
import type { RecallDocument } from "../src/recall/documents.ts";
import { findDocuments } from "../src/recall/find.ts";

const documentsFrom = (texts: readonly string[]): readonly RecallDocument[] =>
  texts.map((text, index) => ({ seq: index + 1, at: 0, id: String(index + 1), kind: "assistant", text }));
const found = (texts: readonly string[], query: string, limit = 9) =>
  findDocuments(documentsFrom(texts), query, limit).map(({ document }) => document.seq);
const finds = (text: string, query: string) => found([text], query).length > 0;

describe("a word of a question", () => {
  it.each([
    ["port", "the port is open", true],
    ["port", "ports", true],
    ["port", "the Port.", true],
    ["port", "a report", false],
    ["port", "important", false],
    ["port", "REPORT", false],
    ["port", "serverPort", true],
    ["port", "serverPortNumber", true],
    ["port", "server_port_2", true],
    ["port", "8port8", true],
    ["port", "e\u0301port", false],
    ["port", "portal", false],
    ["port", "portAL", true],
    ["retry", "retries", true],
    ["retries", "it was retried", true],
    ["retry", "retrospective", false],
    ["größe", "viel größer", true],
    ["imported importer", "an import of an importer", true],
    ["imported importing", "an import", false],
    ["imported importing", "it imports", false],
    ["imported importing", "it was imported", true],
    ["work", "workmanships", false],
    ["work", "workXmanships", true],
    ["43", "8443", false],
    ["43", "430", false],
    ["43", "43", true],
    ["43", "is 43.", true],
    ["43", "a43b", true],
    ["cart.ts", "in cart.ts", true],
    ["cart.ts", "in src/cart.ts:4", true],
    ["cart.ts 5", "in cart.ts5 and 5", true],
    ["zz.qq", "zz.qq", true],
    ["部署", "在部署目录", true],
    ["部署", "在目录", false],
    ["部署", "3部署4", true],
    // Lower case of İ has two letters.
    ["port", "İİİ port", true],
    ["port", "İİİİ serverPort", false],
  ])("%j is in %j: %s", (query, text, isThere) => {
    expect(finds(text, query)).toBe(isThere);
  });

  it.each([
    ["is whole", "bart.tsx", "cart.tsx"],
    ["begins where it begins", "cart.ts", "xcart.ts"],
    ["ends where it ends", "cart.ts", "cart.tsx"],
    ["is followed by no number", "cart.ts", "cart.ts5"],
    ["is no part of another one", "cart.ts", "myCart.ts"],
  ])("that is a name %s", (_, name, other) => {
    // The words of the name are elsewhere: only the name tells the texts apart.
    const words = "cart bart ts tsx ";
    expect(found([`${words}${name} is longer`, `${words}${other}`], name, 1)).toEqual([1]);
  });
});

describe("texts are ranked", () => {
  it.each([
    [
      "what holds more of the question first",
      "red apple",
      ["a red pears", "a red apple", "a big apple"],
      [2, 3, 1],
    ],
    [
      "rare words before common ones",
      "common rare",
      ["common one", "common two", "the rare a", "common six"],
      [3, 4, 2, 1],
    ],
    ["the newest of equal ones first", "apple", ["apple one", "apple two", "apple six"], [3, 2, 1]],
    ["whole words before parts of names", "retry", ["see retry now", "see maxRetry"], [1, 2]],
    ["the same form before another one", "retry", ["a retry it was", "retries it was"], [1, 2]],
    [
      "short texts before long ones",
      "apple",
      [`an apple ${"and more words ".repeat(5)}`, "an apple"].toReversed(),
      [1, 2],
    ],
    [
      "what says it often before what says it once",
      "apple",
      ["apple apple apple", "apple and a pie as"],
      [1, 2],
    ],
    ["names before words", "cart.ts pie", ["a pie and a pie", "in cart.ts it is", "none", "none"], [2, 1]],
    [
      "lines that say it together before lines that are apart",
      "red apple",
      [`a red car\n${"x\n".repeat(9)}an apple pie`, `a red apple\n${"x\n".repeat(9)}and a blue pie it`],
      [2, 1],
    ],
  ])("%s", (_, query, texts, order) => {
    expect(found(texts, query)).toEqual(order);
  });

  it("up to so many", () => {
    const texts = ["apple one", "apple two", "apple six"];
    expect(found(texts, "apple", 2)).toEqual([3, 2]);
    expect(found(texts, "apple", 0)).toEqual([]);
    expect(found(texts, "apple", -1)).toEqual([]);
    expect(found([], "apple")).toEqual([]);
    expect(found(texts, "")).toEqual([]);
  });

  it("and each is found once, however often it was said", () => {
    const lines = (last: string) => `${"x\n".repeat(40)}the apple is red\n${"y\n".repeat(300)}${last}`;
    expect(found(["an apple", "one apple", "an apple"], "apple")).toEqual([3, 2]);
    // What is far from the place does not tell two texts apart.
    expect(found([lines("one"), lines("two")], "apple")).toEqual([2]);
  });

  it("by this: rarity, how often in how long a text, how much of the question, and how close together", () => {
    const texts = [
      "the worker has started",
      "the worker, the worker and the queue of the worker\nand a cold start",
      `cold\n${"a line of other words\n".repeat(12)}a queue`,
      "nothing of this at all",
      "workerQueue is 64",
      "src/queue.ts has a queue",
    ];
    const scores = findDocuments(documentsFrom(texts), "cold start of the worker queue in src/queue.ts", 9);
    expect(scores.map(({ document, score }) => `${document.seq}: ${score.toFixed(3)}`))
      .toMatchInlineSnapshot(`
      [
        "6: 0.870",
        "2: 0.196",
        "1: 0.119",
        "5: 0.089",
        "3: 0.080",
      ]
    `);
    expect(scores.map(({ passage: { share, from, to } }) => `${from} to ${to}: ${share.toFixed(3)}`))
      .toMatchInlineSnapshot(`
      [
        "0 to 24: 0.674",
        "51 to 67: 0.317",
        "0 to 22: 0.163",
        "0 to 17: 0.131",
        "0 to 4: 0.120",
      ]
    `);
  });
});
