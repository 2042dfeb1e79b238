/** Where a page of an extension may load from and connect to, as its server declares it: `https://*.example.org`. */
export interface AppSources {
  readonly connect: readonly string[];
  /** Scripts, styles, images, fonts and media. */
  readonly resources: readonly string[];
  readonly frames: readonly string[];
  readonly bases: readonly string[];
}

/** HTML of an extension. It is foreign code: only to be run where it reaches nothing of its host. */
export interface AppPage {
  readonly html: string;
  readonly sources: AppSources;
}
