/**
 * The parts of Standard Schema and Standard JSON Schema that Skein uses; zod 4, valibot and arktype implement them.
 * Source: https://standardschema.dev
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** One line per issue: `/user/age: expected number`. */
export function describeIssues(issues: readonly StandardIssue[]): string[] {
  return issues.map((issue) => {
    const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
    return path.length === 0 ? issue.message : `/${path.join("/")}: ${issue.message}`;
  });
}
