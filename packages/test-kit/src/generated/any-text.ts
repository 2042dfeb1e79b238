import fc from "fast-check";

/** Any code points, half surrogate pairs too. Says the same as `unit: "binary"`, whose tables take seconds to make. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0, max: 0x10ffff }),
    ),
    { maxLength: 20 },
  )
  .map((points) => String.fromCodePoint(...points));
