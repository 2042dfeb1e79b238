const section = (count: number) => `## Part ${count}

The loop starts at **index 1**, so the first item is left out. Its price is never added, and \`total\` is too low;
see [the report](https://example.com/report/${count}) for all of it.

- The sum begins at 0 and takes every item.
- Prices are in cents, so that nothing is rounded: 日本語 and 🚀 included.

\`\`\`ts
export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const { price, quantity } of items) sum += price * quantity; // in cents
  return sum;
}
\`\`\`

| case | before | after |
| --- | ---: | ---: |
| one item | 0 | ${count} |
| two items | ${count} | ${count * 2} |
`;

const size = 91_000;

/** An answer of 91 kB. */
export const answer = Array.from({ length: Math.ceil(size / section(100).length) }, (_, at) => section(at))
  .join("\n")
  .slice(0, size);

/** As a model writes it: a few characters at a time. */
export function deltasOf(text: string): readonly string[] {
  return text.match(/[^]{1,20}/gu) ?? [];
}

/** 2,000 messages of a long session. */
export const messages = Array.from(
  { length: 2_000 },
  (_, at) => `Message ${at}: ${"some words of it ".repeat(20)}`,
);
