import { describe, expect, it } from "vitest";
import { createPace } from "../../src/replay/pace.ts";
import { bodies, journalOf } from "./entries.ts";

const { request, message, intent, done } = bodies;

const recorded = journalOf(request(), message(1), intent("a"), intent("b"), done("b"), done("a"));
const [, said, begunA, begunB, doneB, doneA] = recorded;

function paced() {
  let standstills = 0;
  const pace = createPace(recorded, () => void (standstills += 1));
  return { pace, standstills: () => standstills };
}

/** What has settled of these by now, and to what. */
function watched(promises: Readonly<Record<string, Promise<unknown>>>) {
  const settled: string[] = [];
  for (const [name, promise] of Object.entries(promises))
    promise.then(
      () => settled.push(name),
      (error: Error) => settled.push(`${name}: ${error.message}`),
    );
  return settled;
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("the pace of a replay", () => {
  it("has happen what came from outside as soon as its place is written again, once", async () => {
    const { pace } = paced();
    const happened: string[] = [];
    pace.at(undefined, () => happened.push("at once"));
    pace.at(said, () => happened.push("said"));
    pace.at(said, () => happened.push("said too"));
    pace.at(doneA, () => happened.push("done"));
    expect(happened).toEqual(["at once"]);
    // Others have other numbers, and come in another order.
    await pace.reached(journalOf(bodies.notice("user"), request(), message(2)));
    expect(happened).toEqual(["at once", "said", "said too"]);
    pace.at(said, () => happened.push("late"));
    expect(happened.at(-1)).toBe("late");
    await pace.reached(journalOf(message(1), done("a"), done("a")));
    expect(happened.slice(4)).toEqual(["done"]);
    pace.end();
  });

  it("waits until all of several are written again", async () => {
    const { pace } = paced();
    const settled = watched({
      none: pace.after([]),
      two: pace.after([begunA!, begunB!]),
      result: pace.after([doneB!]),
    });
    await turns(3);
    expect(settled).toEqual(["none"]);
    await pace.reached(journalOf(intent("b")));
    expect(settled).toEqual(["none"]);
    await pace.reached(journalOf(intent("a")));
    expect(settled).toEqual(["none", "two"]);
    await pace.reached(journalOf(done("b")));
    expect(settled).toEqual(["none", "two", "result"]);
    await pace.after([begunA!, doneB!]);
    pace.end();
  });

  it("goes on without what does not come, when nothing else moves any more", async () => {
    const { pace, standstills } = paced();
    const settled = watched({ never: pace.after([doneA!]) });
    await turns(40);
    await pace.reached(journalOf(bodies.notice("user")));
    await turns(40);
    expect(settled).toEqual([]);
    await turns(40);
    expect(settled).toEqual(["never"]);
    expect(standstills()).toBe(0);
    await turns(100);
    expect(standstills()).toBe(0);
    // The same again for who waits later.
    const again = watched({ never: pace.after([doneA!]) });
    await turns(40);
    expect(again).toEqual([]);
    await turns(40);
    expect(again).toEqual(["never"]);
    pace.end();
  });

  it("ends a replay that needs what the recording does not tell, after those who wait for others", async () => {
    const { pace, standstills } = paced();
    const settled = watched({ waits: pace.after([doneA!]), missing: pace.missing() });
    await turns(70);
    expect([settled, standstills()]).toEqual([["waits"], 0]);
    await turns(70);
    expect(settled).toEqual(["waits", "missing: The recording ends here."]);
    expect(standstills()).toBeGreaterThan(0);
    pace.end();
  });

  it("lets all go when the replay is over", async () => {
    const { pace, standstills } = paced();
    const settled = watched({ waits: pace.after([doneA!]), missing: pace.missing() });
    pace.end();
    await turns(2);
    expect(settled).toEqual(["waits", "missing: The replay has ended."]);
    await turns(120);
    expect(standstills()).toBe(0);
  });
});
