/**
 * Parts of Standard Schema and Standard JSON Schema that Skein uses. zod 4,
 * valibot and arktype implement them.
 *
 * Source: https://standardschema.dev
 */
export interface StandardSchema<Output = unknown> {
  /**
   * Interface of the standard. `validate` checks and converts a value;
   * `jsonSchema.input` returns the JSON Schema of accepted inputs. `types`
   * exists for type inference only.
   */
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

/**
 * Result of a validation. Test for `issues`: it is absent if the value is
 * valid.
 */
export type StandardResult<Output> =
  | {
      /** Converted value. */
      readonly value: Output;
      /** Never set for a valid value. */
      readonly issues?: undefined;
    }
  | {
      /** Problems, at least one. */
      readonly issues: readonly StandardIssue[];
    };

/** Problem in a value. */
export interface StandardIssue {
  /** Description of the problem, in the words of the library. */
  readonly message: string;
  /** Keys from the root to the problem. Absent: the root itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Formats one line per issue: `/user/age: expected number`. An issue of the
 * root has no path.
 */
export function describeIssues(issues: readonly StandardIssue[]): string[] {
  return issues.map((issue) => {
    const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
    return path.length === 0 ? issue.message : `/${path.join("/")}: ${issue.message}`;
  });
}
