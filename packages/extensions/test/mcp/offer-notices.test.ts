import { expect, it } from "vitest";
import { offerNotices } from "../../src/mcp/tools/offer-notices.ts";

function noticesOf() {
  const sentences: string[] = [];
  const notices = offerNotices("files", (sentence) => void sentences.push(sentence));
  return { notices, sentences };
}

const broken = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index + 1}`, problem: "no object" }));
const places = (count: number) => broken(count).map(({ name }) => name);

it("says which tools are left out, once each", () => {
  const { notices, sentences } = noticesOf();
  notices.broken([]);
  notices.broken(broken(1));
  notices.broken(broken(2));
  notices.broken(broken(2));
  const head = 'The extension "files" has tools with invalid input schemas, which are left out:';
  expect(sentences).toEqual([`${head}\n  "t1": no object`, `${head}\n  "t2": no object`]);
});

it.each([
  [5, []],
  [6, ["  … and 1 more"]],
])("lists at most five of %i tools", (count, more) => {
  const { notices, sentences } = noticesOf();
  notices.broken(broken(count));
  expect(sentences[0]?.split("\n").slice(6)).toEqual(more);
});

it.each([
  [1, "t1;"],
  [5, "t1 and t2 and t3 and t4 and t5;"],
  [6, "t1 and t2 and t3 and t4 and t5 and more;"],
])("says where %i texts hide characters", (count, listed) => {
  const { notices, sentences } = noticesOf();
  notices.hidden([]);
  notices.hidden(places(count));
  notices.hidden(places(count));
  expect(sentences).toEqual([`The extension "files" hides characters in ${listed} they are shown escaped.`]);
});

it("needs no one who reads them", () => {
  expect(() => offerNotices("files", undefined).broken(broken(1))).not.toThrow();
});
