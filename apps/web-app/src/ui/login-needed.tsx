import type { ReactNode } from "react";

/** What a browser sees that has not logged in, or whose server was started again. */
export function LoginNeeded(): ReactNode {
  return (
    <main className="login">
      <h1>This browser is not logged in.</h1>
      <p>
        {"Type "}
        <code>skein web</code>
        {
          " in a terminal on the machine that it runs on: it opens this page, or prints a link that is valid once."
        }
      </p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  );
}
