import { useState, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { safeLink } from "../markdown/safe-link.ts";

/** Logs in to the server of an extension: a page is opened, and what it leads to is waited for. */
export function ExtensionLogin({ cwd, name }: { readonly cwd: string; readonly name: string }): ReactNode {
  const [page, setPage] = useState<string>();
  const [said, setSaid] = useState("");
  async function logIn(): Promise<void> {
    await attempt(async () => {
      const { url, isLoggedIn } = await server.logInToExtension({ name, cwd, step: "start" });
      setPage(url === null ? undefined : safeLink(url));
      setSaid(isLoggedIn ? "Logged in." : url === null ? "It has no login." : "Waiting for the login …");
      if (isLoggedIn || url === null) return;
      const end = await server.logInToExtension({ name, cwd, step: "finish" });
      setPage(undefined);
      setSaid(end.isLoggedIn ? "Logged in." : "The login was not finished.");
    });
  }
  return (
    <>
      <button type="button" onClick={() => void logIn()}>
        {`Log in to ${name}`}
      </button>
      {page === undefined ? undefined : (
        <a href={page} target="_blank" rel="noreferrer noopener">
          Open the login page
        </a>
      )}
      <span role="status">{said}</span>
    </>
  );
}
