/** An advisory that concerns an installed version, as `pnpm audit --json` gives it. */
export interface Advisory {
  readonly github_advisory_id: string;
  readonly module_name: string;
  readonly severity: string;
  readonly title: string;
  readonly findings: readonly { readonly version: string; readonly paths: readonly string[] }[];
}

/** Why an advisory does not concern Skein, and until when somebody has to look again. */
interface Review {
  readonly package: string;
  readonly why: string;
  /** A day: `2027-03-01`. */
  readonly until: string;
}

export type Reviews = Readonly<Record<string, Review>>;

/**
 * What is wrong, a line each: advisories without a review, or with one that has ended, and reviews of what is no longer
 * installed.
 *
 * @param today - a day: `2026-11-30`.
 */
export function judge(advisories: readonly Advisory[], reviews: Reviews, today: string): readonly string[] {
  const found = advisories.flatMap((advisory) => {
    const { github_advisory_id: id, module_name: name, severity, title } = advisory;
    const review = reviews[id];
    if (review?.package === name && review.until >= today) return [];
    const versions = [...new Set(advisory.findings.map(({ version }) => version))].join(", ");
    const by = shortest(advisory.findings.flatMap(({ paths }) => paths));
    const late = review?.package === name ? ` Its review ended on ${review.until}.` : "";
    return [`${id} (${severity}): ${name} ${versions}: ${title}. By ${by}.${late}`];
  });
  const ids = new Set(advisories.map((advisory) => advisory.github_advisory_id));
  const needless = Object.keys(reviews)
    .filter((id) => !ids.has(id))
    .map((id) => `${id} concerns nothing that is installed: remove it from tools/audit/reviewed.json.`);
  return [...found, ...needless];
}

/** The shortest way from a package of Skein to the one with the advisory. The registry's client gives them in any order. */
function shortest(paths: readonly string[]): string {
  const [path = ""] = paths.toSorted(
    (a, b) => a.split(">").length - b.split(">").length || (a < b ? -1 : Number(a > b)),
  );
  return path.replaceAll("__", "/").replaceAll(">", " > ");
}

/** Reads the reviews. Throws for one that is not whole. */
export function readReviews(text: string): Reviews {
  const reviews = JSON.parse(text) as Record<string, Partial<Review>>;
  for (const [id, { package: name, why = "", until = "" }] of Object.entries(reviews)) {
    if (!name || why.length < 20 || !/^\d{4}-\d\d-\d\d$/.test(until))
      throw new Error(
        `tools/audit/reviewed.json: ${id} needs a package, why it does not concern Skein, and until: "2027-03-01".`,
      );
  }
  return reviews as Reviews;
}
