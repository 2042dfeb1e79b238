import { describeKey, type ProviderLogin } from "@skein/host/secrets";
import { table } from "@skein/terminal/table";

/** Formats the stored logins: to which provider, for which account, until when. Never a key. */
export function loginTable(logins: readonly ProviderLogin[], width: number): string {
  if (logins.length === 0) return "No logins yet.\n";
  const columns = [
    { title: "PROVIDER" },
    { title: "ACCOUNT" },
    { title: "UNTIL" },
    { title: "KEY", isFlexible: true },
  ] as const;
  return table(columns, logins.map(rowOf), width);
}

function rowOf(login: ProviderLogin): readonly string[] {
  const { id, account = "unknown", endsAt } = login;
  const until = endsAt === undefined ? "unknown" : new Date(endsAt).toISOString();
  return [id, account, until, describeKey(login)];
}
