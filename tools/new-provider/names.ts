/** A vendor's name in the forms that code wants. */
export interface VendorNames {
  /** As users type it: `my-vendor`. */
  readonly id: string;
  /** `myVendor` */
  readonly camel: string;
  /** `MyVendor` */
  readonly pascal: string;
  /** `MY_VENDOR` */
  readonly env: string;
}

/** `undefined` for what cannot be the name of a package: lower-case letters, digits, and single hyphens between them. */
export function namesOf(id: string): VendorNames | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 40) return undefined;
  const words = id.split("-");
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { id, camel, pascal, env: words.join("_").toUpperCase() };
}
