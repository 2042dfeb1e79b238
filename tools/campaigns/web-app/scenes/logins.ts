import { protectedServer } from "../../../../packages/host/test/logins/protected-server.ts";
import { openScreen } from "../screen.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

export const logins: readonly Scene[] = [
  {
    name: "an extension whose server wants a login is logged in to, on a page of its own",
    async play(stage) {
      await using server = await protectedServer();
      stage.addExtensions({ guarded: { url: server.url } });
      const { page, context, begin, ended, origin } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Hello");
      await ended();
      await page.goto(`${origin}/#/extensions`);
      const card = page.locator(".card", { hasText: "guarded" });
      await card.locator("summary").click();
      await card.getByText("the server requires a login").waitFor();
      await card.locator("summary").click();
      await card.getByRole("button", { name: "Log in to guarded" }).click();
      const [login] = await Promise.all([
        context.waitForEvent("page"),
        card.getByRole("link", { name: "Open the login page" }).click(),
      ]);
      await login.waitForURL(/\/callback/);
      await card.getByText("Logged in.").waitFor();
      same(server.authorization.grants, ["authorization_code"], "grants of the authorization server");
      await card.locator("summary").click();
      await card.getByText("It has no tools.").waitFor();
      stage.addExtensions({});
      return "";
    },
  },
];
