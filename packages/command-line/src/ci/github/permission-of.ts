import { isJsonObject } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { GitHubApi } from "./api.ts";

/** The association of somebody of whom the payload says none, by what he may do: COLLABORATOR or NONE. */
export async function associationOf(api: GitHubApi, login: string): Promise<string> {
  const path = `/collaborators/${encodeURIComponent(login)}/permission`;
  const found = await api.get(path, { to: `read what ${login} may do`, needs: "contents: read" });
  const role = isJsonObject(found) ? stringIn(found["role_name"]) || stringIn(found["permission"]) : "";
  return ["admin", "maintain", "write", "triage"].includes(role) ? "COLLABORATOR" : "NONE";
}
