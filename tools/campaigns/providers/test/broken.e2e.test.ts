import { describe, it } from "vitest";
import { casesOf, runConformance } from "../../../../packages/provider-conformance/src/cases.ts";
import { brokenReplies } from "../broken/replies.ts";
import { brokenRequests } from "../broken/requests.ts";
import { brokenTransport } from "../broken/transport.ts";

const brokenProviders = [...brokenReplies, ...brokenTransport, ...brokenRequests];

describe("a provider that", () => {
  it.for(brokenProviders)(
    "$defect fails exactly the case made for it",
    async ({ subject, fails }, { expect }) => {
      const results = await runConformance(subject, casesOf(subject));
      const failed = results.flatMap(({ id, verdict }) => (verdict.kind === "fail" ? [id] : []));
      expect(failed).toEqual(fails);
    },
  );
});
