const Clock = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Clock
