/** The fields that differ from the default. */
export const beyond = <D extends object, K extends keyof D & string>(
  draft: D,
  fields: ReadonlyArray<K>,
  defaults: Readonly<Record<K, unknown>>
): { readonly [F in K]?: Exclude<D[F], null | undefined> } => {
  const kept: Record<string, unknown> = {}
  for (const name of fields) {
    const value = draft[name]
    if (value !== undefined && value !== null && value !== defaults[name]) kept[name] = value
  }
  // The names are those of the fields; null and undefined are left out.
  return kept as { readonly [F in K]?: Exclude<D[F], null | undefined> }
}
