// What this package loads when it is first needed.

import type * as googleAuthLibrary from "google-auth-library";

export const loadGoogleAuth = (): Promise<typeof googleAuthLibrary> => import("google-auth-library");
