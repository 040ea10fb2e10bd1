/** The fields that differ from the default. */
export const beyond = <D extends object, K extends keyof D & string>(
  draft: D,
  fields: ReadonlyArray<K>,
  defaults: Readonly<Record<K, unknown>>
): { readonly [F in K]?: Exclude<D[F], null | undefined> } =>
  // Object.fromEntries widens its keys to string; null and undefined are left out.
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = draft[name]
      return value === undefined || value === null || value === defaults[name] ? [] : [[name, value]]
    })
  ) as { readonly [F in K]?: Exclude<D[F], null | undefined> }
