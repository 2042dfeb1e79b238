export interface RuleProblem {
  readonly message: string;
  readonly fix: string;
}
