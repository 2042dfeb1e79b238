import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkProperty, sampleValues } from "../src/index.ts";

const values = fc.integer({ min: 0, max: 999 });

function drawn(count: number): number[] {
  const list: number[] = [];
  checkProperty(
    fc.property(values, (value) => {
      list.push(value);
    }),
    { numRuns: count },
  );
  return list;
}

async function drawnLater(count: number): Promise<number[]> {
  const list: number[] = [];
  const property = fc.asyncProperty(values, async (value) => {
    list.push(await Promise.resolve(value));
  });
  await checkProperty(property, { numRuns: count });
  return list;
}

function setEnvironment(name: string, value: string | undefined): void {
  const before = process.env[name];
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
  onTestFinished(() => setEnvironment(name, before));
}

function withoutFuzz(): void {
  for (const name of ["SKEIN_FUZZ_SEED", "SKEIN_FUZZ"]) setEnvironment(name, undefined);
}

describe("the values of a property", () => {
  it("follow from the file and the name of the test", () => {
    withoutFuzz();
    // Other values mean another derivation: then every test of the repository has other values, too.
    expect([drawn(4), drawn(4), sampleValues(values, 4)]).toEqual([
      [690, 1, 127, 303],
      [602, 829, 78, 995],
      [997, 6, 572, 991],
    ]);
  });

  const draws = new Map<string, readonly number[]>();

  it.each(["first", "second"])("are others in another test: the %s", (name) => {
    const own = drawn(20);
    expect([...draws.values()]).not.toContainEqual(own);
    draws.set(name, own);
  });

  it("are others in another call of the same test, and as random when the property is async", async () => {
    const [first, second, third] = [drawn(20), drawn(20), await drawnLater(20)];
    expect(new Set([...draws.values(), first, second, third].map(String)).size).toBe(5);
  });

  it("are others with another seed of the fuzz run", () => {
    setEnvironment("SKEIN_FUZZ_SEED", "1");
    const first = drawn(20);
    setEnvironment("SKEIN_FUZZ_SEED", "2");
    expect(drawn(20)).not.toEqual(first);
  });
});

it("a property that does not hold fails, at once or later", async () => {
  expect(() => checkProperty(fc.property(values, (value) => value < 0))).toThrow("Property failed");
  const later = checkProperty(fc.asyncProperty(values, async (value) => (await Promise.resolve(value)) < 0));
  await expect(later).rejects.toThrow("Property failed");
});

describe("outside a test", () => {
  const failure = ((): unknown => {
    try {
      return sampleValues(values, 1);
    } catch (error) {
      return error;
    }
  })();

  it("nothing is drawn", () => {
    expect(failure).toEqual(new Error("No test is running. Draw random values inside it(…)."));
  });
});
