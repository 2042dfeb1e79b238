/** What an import of this name would load, as a URL. Only a module can ask. */
export const resolveImport = (name) => import.meta.resolve(name);
