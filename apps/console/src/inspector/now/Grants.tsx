const Grants = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Grants
