import { expect, it } from "vitest";
import type { PostgresJournal } from "../src/index.ts";
import { notice, notices } from "./entries.ts";
import { describePostgres, newSchema } from "./postgres.ts";

const isOn = "SELECT 1";
const isOver = "SELECT 1 WHERE false";

describePostgres("a session that attempts of a run claim", ({ open }) => {
  async function twoWorkers(): Promise<readonly [PostgresJournal, PostgresJournal]> {
    const schema = newSchema();
    return [await open({ schema }), await open({ schema })];
  }

  it("gives no lease to an attempt after the next one has claimed it, though the lease is free", async () => {
    const [late, next] = await twoWorkers();
    await late.claim("s", { run: "r", attempt: 1, proof: isOn });
    {
      using claim = await next.claim("s", { run: "r", attempt: 2, proof: isOn });
      expect(claim?.after).toBe(0);
      const lease = await next.lease("s", "next", 30_000);
      await next.append("s", 0, notices(1, 3));
      await lease.release();
    }
    await expect(late.lease("s", "late", 30_000)).rejects.toMatchObject({
      name: "SessionError",
      code: "locked",
      message: "The run of session s was handed to another worker.",
    });
    expect(await late.claim("s", { run: "r", attempt: 1, proof: isOver })).toBeUndefined();
    expect(await next.lastSeq("s")).toBe(3);
    await (await next.lease("s", "anybody", 30_000)).release();
  });

  it("takes the lease from the attempt before, and from no other writer", async () => {
    const [silent, next] = await twoWorkers();
    await silent.lease("s", "a person", 30_000);
    await next.claim("s", { run: "r", attempt: 1, proof: isOn });
    await expect(next.lease("s", "next", 30_000)).rejects.toMatchObject({ code: "locked" });
    await silent.append("s", 0, [notice(1)]);
    await next.claim("s", { run: "r", attempt: 2, proof: isOn });
    await expect(silent.append("s", 1, [notice(2)])).rejects.toMatchObject({ code: "locked" });
    await next.lease("s", "next", 30_000);
    await next.append("s", 1, [notice(2)]);
  });

  it("tells what was there before the run, to each of its attempts the same", async () => {
    const [one, other] = await twoWorkers();
    await one.append("s", 0, notices(1, 4));
    expect((await one.claim("s", { run: "r", attempt: 1, proof: isOn }))?.after).toBe(4);
    const lease = await one.lease("s", "one", 30_000);
    await one.append("s", 4, [notice(5)]);
    await lease.release();
    expect((await other.claim("s", { run: "r", attempt: 2, proof: isOn }))?.after).toBe(4);
    expect((await other.claim("s", { run: "r", attempt: 2, proof: isOver }))?.after).toBe(4); // sent twice
    expect((await one.claim("s", { run: "later", attempt: 1, proof: isOn }))?.after).toBe(5);
    await one.remove("s");
    await expect(other.claim("s", { run: "last", attempt: 1, proof: isOn })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
