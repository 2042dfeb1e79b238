import type { ValueType } from "../values.ts";

/**
 * Effect of a value in a project's config file.
 *
 * - `chooses`: applied, also in an untrusted folder. Only for values that cannot allow, start or send anything.
 * - `loosens`: applied in a trusted folder. In an untrusted one only values that are stricter (`isTighter`).
 * - `never`: ignored. Only the user's own config files, the environment and flags set it.
 */
type ProjectEffect = "chooses" | "loosens" | "never";

/**
 * Value that a subagent gets.
 *
 * - `same`: its parent's, unless the call names another one.
 * - `narrowed`: its parent's or a stricter one; amounts are shared with the parent.
 * - `none`: the setting does not concern subagents.
 */
type SubagentValue = "same" | "narrowed" | "none";

/** A flag of the command line. */
interface SettingFlag {
  /** With its dashes. */
  readonly name: string;
  /** Placeholder of its value. Absent: a flag without a value. */
  readonly value?: string;
  /** Words that completion offers: a list, or the name of a list of the front end. */
  readonly suggests?: string | readonly string[];
  readonly repeatable?: true;
  /** Text for help. */
  readonly help: string;
  /** Value that a flag without one stands for. Default: `true`. */
  readonly means?: string;
}

/** The part of a setting that does not depend on the type of its value. Fields without `?` have no default on purpose. */
export interface SettingFacts {
  /** Its name in config files. */
  readonly key: string;
  /** Absent: not available on the command line. */
  readonly flag?: SettingFlag;
  readonly variable: string;
  /** One sentence without its full stop, with the unit and the meaning of absence. */
  readonly description: string;
  readonly project: ProjectEffect;
  readonly subagents: SubagentValue;
}

export interface SettingField<Value> extends SettingFacts, ValueType<Value> {
  readonly fallback?: Value;
  /** A value as it may be shown, where it may hold a secret. Default: as it is. */
  readonly shown?: (raw: unknown) => unknown;
  /** Whether `value` is stricter than `current`: with `loosens`, an untrusted folder may set such values. */
  readonly isTighter?: (value: Value, current: Value | undefined) => boolean;
}

/** For `satisfies`: a table keeps the literal types of its entries. */
export type FieldTable = Readonly<
  Record<
    string,
    SettingFacts &
      ValueType<unknown> & {
        readonly fallback?: unknown;
        readonly isTighter?: (value: never, current: undefined) => boolean;
      }
  >
>;
